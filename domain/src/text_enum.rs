//! Enums whose variants have a frozen text: in events, in tables, on the wire. The text stands once, beside
//! its variant.

/// Declares an enum with a text for each variant. Whoever reads one matches on the variants, without `_`: a
/// new one then fails to compile wherever it must be considered.
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $text:literal ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $( $(#[$variant_meta])* #[serde(rename = $text)] $variant ),+
        }

        impl $name {
            /// Every one, as declared.
            pub const ALL: [Self; [$($text),+].len()] = [ $( Self::$variant ),+ ];

            /// Its frozen text.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $text ),+ }
            }

            /// The one with that text.
            pub fn from_text(text: &str) -> Option<Self> {
                match text {
                    $( $text => Some(Self::$variant), )+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use text_enum;
