//! The keys of OpenStreetMap that make an object a business.

/// In order of weight: `amenity=restaurant;cuisine=pizza` is a restaurant.
pub(crate) const KEYS: [&str; 7] = [
    "shop",
    "amenity",
    "office",
    "craft",
    "healthcare",
    "tourism",
    "leisure",
];
