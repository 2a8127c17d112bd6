//! Types of schema.org: which nodes are the business, and from which others it can be reached.

/// What a node is, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An organization, or a place of one.
    Business,
    /// A place, which is the business's own only as its location.
    Place,
    /// The page or the website.
    Page,
    Service,
    /// A point of contact, an address, hours, coordinates: part of what it stands in.
    Part,
    /// People, events, products, articles, reviews, lists and the rest.
    Other,
}

/// Organization and its subtypes, LocalBusiness among them.
const BUSINESSES: &[&str] = &[
    "AccountingService",
    "AdultEntertainment",
    "Airline",
    "AmusementPark",
    "AnimalShelter",
    "ApartmentComplex",
    "ArchiveOrganization",
    "ArtGallery",
    "Attorney",
    "AutoBodyShop",
    "AutoDealer",
    "AutoPartsStore",
    "AutoRental",
    "AutoRepair",
    "AutoWash",
    "AutomatedTeller",
    "AutomotiveBusiness",
    "Bakery",
    "BankOrCreditUnion",
    "BarOrPub",
    "BeautySalon",
    "BedAndBreakfast",
    "BikeStore",
    "BookStore",
    "BowlingAlley",
    "Brewery",
    "CafeOrCoffeeShop",
    "Campground",
    "Casino",
    "ChildCare",
    "Chiropractic",
    "ClothingStore",
    "CollegeOrUniversity",
    "ComedyClub",
    "CommunityHealth",
    "ComputerStore",
    "Consortium",
    "ConvenienceStore",
    "Cooperative",
    "Corporation",
    "Courthouse",
    "CovidTestingFacility",
    "DanceGroup",
    "DaySpa",
    "Dentist",
    "DepartmentStore",
    "Dermatology",
    "DiagnosticLab",
    "DietNutrition",
    "Distillery",
    "DryCleaningOrLaundry",
    "EducationalOrganization",
    "Electrician",
    "ElectronicsStore",
    "ElementarySchool",
    "Emergency",
    "EmergencyService",
    "EmploymentAgency",
    "EntertainmentBusiness",
    "ExerciseGym",
    "FastFoodRestaurant",
    "FinancialService",
    "FireStation",
    "Florist",
    "FoodEstablishment",
    "FurnitureStore",
    "GardenStore",
    "GasStation",
    "GatedResidenceCommunity",
    "GeneralContractor",
    "Geriatric",
    "GolfCourse",
    "GovernmentOffice",
    "GovernmentOrganization",
    "GroceryStore",
    "Gynecologic",
    "HVACBusiness",
    "HairSalon",
    "HardwareStore",
    "HealthAndBeautyBusiness",
    "HealthClub",
    "HighSchool",
    "HobbyShop",
    "HomeAndConstructionBusiness",
    "HomeGoodsStore",
    "Hospital",
    "Hostel",
    "Hotel",
    "HousePainter",
    "IceCreamShop",
    "IndividualPhysician",
    "InsuranceAgency",
    "InternetCafe",
    "JewelryStore",
    "LegalService",
    "Library",
    "LibrarySystem",
    "LiquorStore",
    "LocalBusiness",
    "Locksmith",
    "LodgingBusiness",
    "MedicalBusiness",
    "MedicalClinic",
    "MedicalOrganization",
    "MensClothingStore",
    "MiddleSchool",
    "Midwifery",
    "MobilePhoneStore",
    "Motel",
    "MotorcycleDealer",
    "MotorcycleRepair",
    "MovieRentalStore",
    "MovieTheater",
    "MovingCompany",
    "Museum",
    "MusicGroup",
    "MusicStore",
    "NGO",
    "NailSalon",
    "NewsMediaOrganization",
    "NightClub",
    "Notary",
    "Nursing",
    "Obstetric",
    "OfficeEquipmentStore",
    "Oncologic",
    "OnlineBusiness",
    "OnlineStore",
    "Optician",
    "Optometric",
    "Organization",
    "Otolaryngologic",
    "OutletStore",
    "PawnShop",
    "Pediatric",
    "PerformingGroup",
    "PetStore",
    "Pharmacy",
    "Physician",
    "PhysiciansOffice",
    "Physiotherapy",
    "PlasticSurgery",
    "Plumber",
    "Podiatric",
    "PoliceStation",
    "PostOffice",
    "Preschool",
    "PrimaryCare",
    "ProfessionalService",
    "Psychiatric",
    "PublicHealth",
    "PublicSwimmingPool",
    "RVPark",
    "RadioStation",
    "RealEstateAgent",
    "RecyclingCenter",
    "ResearchOrganization",
    "Resort",
    "Restaurant",
    "RoofingContractor",
    "School",
    "SelfStorage",
    "ShoeStore",
    "ShoppingCenter",
    "SkiResort",
    "SportingGoodsStore",
    "SportsActivityLocation",
    "SportsClub",
    "SportsOrganization",
    "SportsTeam",
    "StadiumOrArena",
    "Store",
    "TattooParlor",
    "TelevisionStation",
    "TennisComplex",
    "TheaterGroup",
    "TireShop",
    "TouristInformationCenter",
    "ToyStore",
    "TravelAgency",
    "VacationRental",
    "VeterinaryCare",
    "WholesaleStore",
    "Winery",
    "WorkersUnion",
    "Zoo",
];

const PAGES: &[&str] = &[
    "WebSite",
    "WebPage",
    "AboutPage",
    "ContactPage",
    "ItemPage",
    "FAQPage",
    "CheckoutPage",
];

const PARTS: &[&str] = &[
    "ContactPoint",
    "PostalAddress",
    "OpeningHoursSpecification",
    "GeoCoordinates",
];

impl Kind {
    /// Of a type's name or address, such as `https://schema.org/Bakery`.
    pub(super) fn of(name: &str) -> Self {
        let name = name.trim().trim_end_matches('/');
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
        let is_in = |list: &[&str]| list.iter().any(|one| one.eq_ignore_ascii_case(name));
        // Many make up a type of their own, as in `LandscapingBusiness`.
        let is_made_up = [
            "Business",
            "Store",
            "Shop",
            "Restaurant",
            "Contractor",
            "Clinic",
        ]
        .iter()
        .any(|end| name.ends_with(end));
        if is_made_up || is_in(BUSINESSES) {
            Self::Business
        } else if is_in(PAGES) {
            Self::Page
        } else if is_in(PARTS) {
            Self::Part
        } else {
            match name {
                "Place" | "Landmark" | "TouristAttraction" | "CivicStructure" => Self::Place,
                "Service" => Self::Service,
                _ => Self::Other,
            }
        }
    }

    /// Whether a type of a business says nothing more than that it is one.
    pub(super) fn is_bare(name: &str) -> bool {
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
        matches!(name, "Organization" | "Corporation")
    }

    /// Of a node with several types: somebody who is a person and a business is a person.
    pub(super) fn of_all<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut found = None;
        for name in names {
            let person = name.trim_end_matches('/').ends_with("Person");
            match Self::of(name) {
                _ if person => return Self::Other,
                Self::Business => found = Some(Self::Business),
                other => found = found.or(Some(other)),
            }
        }
        found.unwrap_or(Self::Other)
    }

    /// Whether a property of such a node leads to the business, or to places of its own.
    pub(super) fn leads_to_business(self, property: &str) -> bool {
        match self {
            Self::Business => matches!(property, "department" | "subOrganization" | "location"),
            Self::Page => matches!(
                property,
                "publisher"
                    | "about"
                    | "mainEntity"
                    | "isPartOf"
                    | "copyrightHolder"
                    | "provider"
                    | "sourceOrganization"
            ),
            Self::Service => property == "provider",
            Self::Place | Self::Part | Self::Other => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_by_name_and_address() {
        assert_eq!(Kind::of("https://schema.org/Bakery"), Kind::Business);
        assert_eq!(Kind::of("http://schema.org/LocalBusiness/"), Kind::Business);
        assert_eq!(Kind::of("schema:Dentist"), Kind::Business);
        assert_eq!(Kind::of("JobPosting"), Kind::Other);
        assert_eq!(Kind::of_all(["Person", "Organization"]), Kind::Other);
        assert_eq!(Kind::of_all(["Place", "Restaurant"]), Kind::Business);
    }
}
