//! A row's own columns: what a maps service says about the business itself.
//!
//! Their order is that of exports. Names are the specification's for the row; aliases are the names of its
//! mapped account record and of other products.

use super::format::Format;
use super::group::Group;

/// A column that enrichment does not fill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnColumn {
    /// Its name in JSON rows and exported tables.
    pub name: &'static str,
    pub label: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The type of its values and how they are shown.
    pub format: Format,
    pub group: Group,
    pub description: &'static str,
}

macro_rules! columns {
    ($($name:literal $label:literal [$($alias:literal),*] $format:ident $group:ident => $description:literal;)*) => {
        /// All own columns.
        pub const OWN_COLUMNS: &[OwnColumn] = &[$(OwnColumn {
            name: $name,
            label: $label,
            aliases: &[$($alias),*],
            format: Format::$format,
            group: Group::$group,
            description: $description,
        }),*];
    };
}

columns! {
    "row_idx" "Row" ["row_index", "business_row_idx"] Count Listing
        => "Its position in the session, from 0.";
    "name" "Name" ["business_name", "company_name"] Text Company
        => "The business's name, in title case if the source writes it in capitals.";
    "name_as_listed" "Listed As" ["original_name"] Text Listing
        => "The name as the source writes it, if spelled differently.";
    "address" "Address" ["full_address"] Text Company
        => "The whole address on one line.";
    "street_address" "Street Address" ["street"] Text Company
        => "House number and street.";
    "city" "City" ["parsed_city"] Text Company
        => "The city.";
    "state" "State" ["parsed_state"] Text Company
        => "The state's two-letter code.";
    "zip" "ZIP" ["zip_code", "postal_code"] Text Company
        => "The ZIP code.";
    "phone" "Phone" ["phone_number"] Phone Company
        => "The phone number as the source writes it.";
    "additional_phones" "Additional Phones" ["other_phones"] Texts Company
        => "Further phone numbers.";
    "website" "Website" ["site"] Link Company
        => "The website's address.";
    "url" "URL" ["listing_url", "maps_url"] Link Listing
        => "The listing's own page at the source.";
    "main_category" "Category" ["industry"] Text Company
        => "The main category of the business.";
    "categories" "Categories" ["types"] Texts Company
        => "All categories of the business.";
    "rating" "Rating" ["average_rating"] Rating Company
        => "Mean rating from 0 to 5.";
    "reviews" "Reviews" ["review_count", "reviews_count"] Count Company
        => "Number of reviews.";
    "price_range" "Price Range" ["price_level"] Text Company
        => "Price level as the source writes it.";
    "latitude" "Latitude" ["lat"] Degrees Location
        => "Degrees north (WGS 84).";
    "longitude" "Longitude" ["lng", "lon"] Degrees Location
        => "Degrees east (WGS 84).";
    "position_doubtful" "Position Doubtful" ["doubtful_position"] Flag Location
        => "Whether the coordinates match neither the city and ZIP code nor the state: more than 15 miles off.";
    "polygon_coords" "Outline" ["polygon", "polygon_coordinates"] Outline Location
        => "The outline of the building or site: latitude and longitude of its corners.";
    "emails_csv" "Emails" ["email"] Text Company
        => "E-mail addresses, comma-separated.";
    "email_count" "Email Count" ["number_of_emails"] Count Company
        => "Number of e-mail addresses.";
    "business_hours" "Business Hours" ["opening_hours", "hours"] Text Company
        => "Opening hours as the source writes them.";
    "social_media_links" "Social Media" ["social_links"] Links Company
        => "Social media pages by network: linkedin, facebook, instagram, twitter and others.";
    "location_count" "Locations" ["number_of_locations"] Count Company
        => "Number of locations of the business.";
    "owner_names_csv" "Owner Names" ["owners", "owner"] Text Company
        => "The owners' names, comma-separated.";
    "founding_date" "Founding Date" ["founded", "start_date"] Date Company
        => "When it was founded: a day, a month or a year, as precisely as the source says.";
    "years_in_business" "Years in Business" ["age_of_business"] WholeYears Company
        => "Whole years since the founding date, computed on request.";
    "service_areas" "Service Areas" ["areas_served"] Texts Company
        => "Where it serves its customers.";
    "technology_stack" "Technology Stack" ["technologies"] Texts Company
        => "Technologies that its website is built with.";
    "content_freshness" "Content Freshness" ["last_updated"] Text Listing
        => "How recent the source's content is, in the source's words.";
    "geocoded_address" "Geocoded Address" ["matched_address"] Text Location
        => "The address that the coordinates were looked up from, if the source has none.";
    "website_read_at" "Website Read" ["website_read"] Date Listing
        => "The day on which its website was read (UTC), if you had it read.";
    "website_sources" "Website Sources" ["website_pages"] Text Listing
        => "The pages of its website that say what comes from there.";
    "source" "Source" ["data_set"] Text Listing
        => "The data set that the row comes from.";
    "source_id" "Source ID" ["place_id"] Text Listing
        => "The business's id in that data set.";
    "also_in" "Also In" ["other_data_sets"] Texts Listing
        => "The other data sets that have the same business.";
    "licence" "License" ["data_license"] Text Listing
        => "The data's license.";
    "attribution" "Attribution" ["credit_line"] Text Listing
        => "The credit line that the license requires.";
    "notice" "Notice" ["remark"] Text Listing
        => "'Sample data' if the business is made up.";
    "sample" "Sample" ["is_sample"] Flag Listing
        => "Whether the business is made up.";
}
