//! What a column of a listing can mean, and the headers that usually denote it.

use std::fmt;

use crate::values::squeeze;

/// What a column can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    Name,
    StreetAddress,
    StreetAddress2,
    StreetAddress3,
    HouseNumber,
    /// The part before a street's name: `North`.
    StreetDirection,
    /// The street's name alone: `Main`.
    StreetName,
    /// The kind of street: `Street`, `Ave`.
    StreetType,
    /// The part after it: `NW`.
    StreetPostDirection,
    /// If there is no street: the place, hamlet or block that house numbers refer to.
    PlaceName,
    Unit,
    Floor,
    Address,
    City,
    State,
    Zip,
    Country,
    /// The phone number, or the first of several separated by `;` or `|`.
    Phone,
    AdditionalPhones,
    Website,
    ListingUrl,
    Category,
    /// Further categories, separated by `;`, `|` or `,`.
    Categories,
    /// The kind of business: a category, in some files also 'closed' or 'planning'.
    Kind,
    /// Whether the business is open, planned or closed, in words.
    Status,
    /// Whether the business is closed, as yes or no.
    Closed,
    Latitude,
    Longitude,
    /// Mean rating, 0 to 5.
    Rating,
    Reviews,
    PriceRange,
    Email,
    OpeningHours,
    Facebook,
    Instagram,
    Linkedin,
    /// Twitter (X) page.
    Twitter,
    /// Pages in social networks, as `network: address, …`.
    SocialLinks,
    LocationCount,
    OwnerNames,
    /// A day, month or year.
    FoundingDate,
    ServiceAreas,
    /// What its website is built with.
    TechnologyStack,
    /// How recent the content is, in the source's words.
    ContentFreshness,
    /// The corners of its outline, as a JSON list of latitudes and longitudes.
    Outline,
    /// The file's own id for the business.
    Id,
    /// The file's confidence that the business exists, 0 to 1.
    Confidence,
}

pub(crate) const FIELD_COUNT: usize = FIELDS.len();

/// Each field with its name for `--map` and the headers that denote it, most certain first, squeezed by
/// [`crate::values::squeeze`]. A header goes to the first field that wants it: `address` is the street unless
/// another column is.
const FIELDS: [(Field, &str, &str); 47] = [
    (
        Field::Name,
        "name",
        "name businessname storename companyname placename facilityname dbaname tradename \
         organizationname establishmentname displayname locationname sitename title \
         company business organization establishment facility store dba legalname \
         namesprimary namescommon",
    ),
    (
        Field::StreetAddress,
        "street_address",
        "streetaddress address1 addressline1 streetaddress1 street street1 addr1 \
         addressstreet addrstreet storeaddress businessaddress physicaladdress \
         siteaddress locationaddress addressesfreeform address addr",
    ),
    (
        Field::StreetAddress2,
        "street_address_2",
        "address2 addressline2 streetaddress2 street2 addr2",
    ),
    (
        Field::StreetAddress3,
        "street_address_3",
        "address3 addressline3 streetaddress3 street3 addr3",
    ),
    (
        Field::HouseNumber,
        "house_number",
        "housenumber houseno housenum streetnumber streetno streetnum addrhousenumber \
         addressnumber addressno addrnumber buildingnumber stnumber stno",
    ),
    (
        Field::StreetDirection,
        "street_direction",
        "streetdirection streetdir streetpredirection streetpredir predirection predir \
         predirectional stpredir stdir",
    ),
    (
        Field::StreetName,
        "street_name",
        "streetname stname roadname addressstreetname",
    ),
    (
        Field::StreetType,
        "street_type",
        "streettype streetsuffix sttype stsuffix streetsuffixtype",
    ),
    (
        Field::StreetPostDirection,
        "street_post_direction",
        "streetpostdirection streetpostdir postdirection postdir postdirectional stpostdir \
         suffixdirection",
    ),
    (Field::PlaceName, "place", "addrplace"),
    (
        Field::Unit,
        "unit",
        "unit suite unitnumber unitno suitenumber suiteno apartment aptnumber addrunit \
         addressunit",
    ),
    (
        Field::Floor,
        "floor",
        "floor floornumber addrfloor addressfloor",
    ),
    (
        Field::Address,
        "address",
        "fulladdress formattedaddress completeaddress addressfull address",
    ),
    (
        Field::City,
        "city",
        "city cityname town locality municipality addrcity addresscity businesscity \
         storecity postalcity parsedcity addresseslocality",
    ),
    (
        Field::State,
        "state",
        "state statecode stateprovince stateabbr stateabbreviation statename usstate \
         addrstate addressstate businessstate province region st parsedstate addressesregion",
    ),
    (
        Field::Zip,
        "zip",
        "zip zipcode zip5 postalcode postcode postal addrpostcode zipcode5 addressespostcode",
    ),
    (
        Field::Country,
        "country",
        "country countrycode countryname addrcountry addressescountry",
    ),
    (
        Field::Phone,
        "phone",
        "phone phonenumber telephone telephonenumber businessphone mainphone contactphone \
         storephone phone1 phoneno tel phones",
    ),
    (
        Field::AdditionalPhones,
        "additional_phones",
        "additionalphones otherphones additionalphone phone2 phonenumber2 telephone2 secondaryphone \
         alternatephone altphone otherphone mobile mobilephone cellphone cell tollfree tollfreephone",
    ),
    (
        Field::Website,
        "website",
        "website websiteurl webaddress homepage businesswebsite contactwebsite weburl web \
         url site websites",
    ),
    (
        Field::ListingUrl,
        "url",
        "listingurl mapsurl googlemapsurl googlemapsuri placeurl profileurl yelpurl url",
    ),
    (
        Field::Category,
        "category",
        "category maincategory primarycategory businesscategory categoryname industry \
         primarytype categoriesprimary naicsdescription naicstitle sicdescription",
    ),
    (
        Field::Categories,
        "categories",
        "categories alternatecategories categoriesalternate subcategories subcategory types tags",
    ),
    (
        Field::Kind,
        "type",
        "type businesstype placetype storetype facilitytype",
    ),
    (
        Field::Status,
        "status",
        "status businessstatus operatingstatus operationalstatus openclosed",
    ),
    (
        Field::Closed,
        "closed",
        "closed isclosed permanentlyclosed ispermanentlyclosed",
    ),
    (
        Field::Latitude,
        "latitude",
        "latitude lat decimallatitude geolat gpslat gpslatitude ycoord ycoordinate pointy coordy y",
    ),
    (
        Field::Longitude,
        "longitude",
        "longitude lon lng long decimallongitude geolon geolng gpslon gpslongitude xcoord \
         xcoordinate pointx coordx x",
    ),
    (
        Field::Rating,
        "rating",
        "rating averagerating avgrating overallrating stars",
    ),
    (
        Field::Reviews,
        "reviews",
        "reviews reviewcount reviewscount numberofreviews numreviews totalreviews \
         userratingstotal",
    ),
    (
        Field::PriceRange,
        "price_range",
        "pricerange pricelevel price",
    ),
    (
        Field::Email,
        "email",
        "email emails emailaddress contactemail businessemail email1 emailscsv",
    ),
    (
        Field::OpeningHours,
        "opening_hours",
        "openinghours hours businesshours hoursofoperation openhours",
    ),
    (
        Field::Facebook,
        "facebook",
        "facebook facebookurl facebookpage",
    ),
    (Field::Instagram, "instagram", "instagram instagramurl"),
    (Field::Linkedin, "linkedin", "linkedin linkedinurl"),
    (
        Field::Twitter,
        "twitter",
        "twitter twitterurl twitterhandle",
    ),
    (
        Field::SocialLinks,
        "social_links",
        "socialmedialinks sociallinks socialmedia socials",
    ),
    (
        Field::LocationCount,
        "location_count",
        "locationcount numberoflocations numlocations locationscount storecount locationsforparent",
    ),
    (
        Field::OwnerNames,
        "owner_names",
        "ownernamescsv ownernames ownername ownersname owners owner businessowner proprietor \
         ownerfullname",
    ),
    (
        Field::FoundingDate,
        "founding_date",
        "foundingdate dateoffounding founded foundedyear yearfounded datefounded foundingyear \
         startdate businessstartdate dateestablished establisheddate yearestablished established \
         dbastartdate yearstarted",
    ),
    (
        Field::ServiceAreas,
        "service_areas",
        "serviceareas servicearea areasserved areaserved",
    ),
    (
        Field::TechnologyStack,
        "technology_stack",
        "technologystack technologies techstack",
    ),
    (
        Field::ContentFreshness,
        "content_freshness",
        "contentfreshness lastupdated lastupdate updatedat lastmodified dateupdated checkdate",
    ),
    (
        Field::Outline,
        "polygon_coords",
        "polygoncoords polygoncoordinates polygon outline",
    ),
    (
        Field::Id,
        "id",
        "id placeid sourceid businessid storeid storenumber recordid uuid osmid gersid",
    ),
    (Field::Confidence, "confidence", "confidence"),
];

impl Field {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        FIELDS.into_iter().map(|(field, ..)| field)
    }

    /// The headers that denote the field, most certain first.
    pub(crate) fn spellings(self) -> impl Iterator<Item = &'static str> {
        FIELDS[self.position()].2.split_whitespace()
    }

    /// The name that `--map` uses.
    pub fn name(self) -> &'static str {
        FIELDS[self.position()].1
    }

    /// The field's index in arrays of [`FIELD_COUNT`].
    pub(crate) fn position(self) -> usize {
        self as usize
    }

    /// The field of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let wanted = squeeze(name);
        FIELDS
            .iter()
            .find(|(_, known, _)| squeeze(known) == wanted)
            .map(|(field, ..)| *field)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn fields_stand_in_the_order_of_the_enum() {
        for (position, field) in Field::all().enumerate() {
            assert_eq!(field.position(), position, "{field:?}");
            assert_eq!(Field::parse(field.name()), Some(field));
        }
    }

    #[test]
    fn spellings_are_squeezed_and_only_address_and_url_mean_two_fields() {
        let mut seen = HashSet::new();
        for spelling in Field::all().flat_map(Field::spellings) {
            assert_eq!(squeeze(spelling), spelling);
            assert!(
                seen.insert(spelling) || ["address", "url"].contains(&spelling),
                "{spelling} is there twice"
            );
        }
    }
}
