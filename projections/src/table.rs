//! A view's table, defined once by [`view!`]: its name and version, the row, the columns with their types, how a row is
//! written and read. A column is its field.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Decode, FromRow, Type};
use uuid::Uuid;

use crate::column::{Column, Kind, Value};

/// A column of a view.
#[derive(Debug)]
pub(crate) struct ColumnOf {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    /// The version that introduced it.
    pub(crate) since: u32,
    /// The values of an enum's column; empty for others.
    #[cfg(test)]
    pub(crate) texts: fn() -> Vec<&'static str>,
}

/// A row of a view's table. Made by [`view!`].
pub(crate) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Clone + Send + Sync + Unpin + 'static
{
    const NAME: &'static str;
    /// The version of its columns and rules.
    const VERSION: u32;
    /// The name of the table and of its checkpoint: name and version.
    const TABLE: &'static str;
    /// The first is the key.
    const COLUMNS: &'static [ColumnOf];
    /// Name and columns of each index.
    const INDEXES: &'static [(&'static str, &'static str)];

    fn key(&self) -> &str;
    fn values(self) -> Vec<Value>;
}

/// Defines a view's row and, with it, its table. The members of a struct can be columns, too, after all others:
/// `..balance: Balance { held: Credits, }`.
///
/// ```text
/// view! {
///     /// One row a session.
///     pub(crate) struct DoorRow: "doors" version 2 {
///         door_id: String,                // the key
///         opened: u32,
///         #[since(2)]
///         opener: Option<String>,         // version 1 had none: absent while that one answers
///     }
///     index by_opened(opened DESC)
/// }
/// ```
macro_rules! view {
    (
        $(#[$meta:meta])*
        $vis:vis struct $row:ident: $name:literal version $version:literal {
            $key:ident: String,
            $( $(#[doc = $doc:literal])* $(#[since($since:literal)])? $column:ident: $type:ty, )*
            $( ..$part:ident: $of:ident { $( $member:ident: $member_type:ty, )+ } )?
        }
        $( index $index:ident($($indexed:tt)+) )*
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        $vis struct $row {
            $vis $key: String,
            $( $(#[doc = $doc])* $vis $column: $type, )*
            $( $vis $part: $of, )?
        }

        impl $row {
            fn read<'r, R: sqlx::Row>(row: &'r R) -> Result<Self, sqlx::Error>
            where
                &'static str: sqlx::ColumnIndex<R>,
                String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
                $( <$type as $crate::column::Column>::Stored:
                    sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>, )*
                $( $( <$member_type as $crate::column::Column>::Stored:
                    sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>, )+ )?
            {
                Ok(Self {
                    $key: row.try_get(stringify!($key))?,
                    $( $column: $crate::table::read(row, stringify!($column))?, )*
                    $( $part: $of {
                        $( $member: $crate::table::read(row, stringify!($member))?, )+
                    }, )?
                })
            }
        }

        impl<'r> sqlx::FromRow<'r, sqlx::sqlite::SqliteRow> for $row {
            fn from_row(row: &'r sqlx::sqlite::SqliteRow) -> Result<Self, sqlx::Error> {
                Self::read(row)
            }
        }

        impl<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow> for $row {
            fn from_row(row: &'r sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
                Self::read(row)
            }
        }

        impl $crate::table::Row for $row {
            const NAME: &'static str = $name;
            const VERSION: u32 = $version;
            const TABLE: &'static str = concat!($name, "_v", $version);
            const COLUMNS: &'static [$crate::table::ColumnOf] = &[
                $crate::table::column::<String>(stringify!($key), None, $version),
                $( $crate::table::column::<$type>(
                    stringify!($column),
                    $crate::table::since!($($since)?),
                    $version,
                ), )*
                $( $(
                    $crate::table::column::<$member_type>(stringify!($member), None, $version),
                )+ )?
            ];
            const INDEXES: &'static [(&'static str, &'static str)] =
                &[ $( (stringify!($index), stringify!($($indexed)+)) ),* ];

            fn key(&self) -> &str {
                &self.$key
            }

            fn values(self) -> Vec<$crate::column::Value> {
                vec![
                    $crate::column::Column::write(self.$key),
                    $( $crate::column::Column::write(self.$column), )*
                    $( $( $crate::column::Column::write(self.$part.$member), )+ )?
                ]
            }
        }
    };
}
pub(crate) use view;

macro_rules! since {
    () => {
        None
    };
    ($since:literal) => {
        Some($since)
    };
}
pub(crate) use since;

/// A column of that type. It must be optional if tables of older versions lack it.
pub(crate) const fn column<C: Column>(
    name: &'static str,
    since: Option<u32>,
    version: u32,
) -> ColumnOf {
    let since = match since {
        None => 0,
        Some(since) => since,
    };
    assert!(since <= version, "a column is there since a later version");
    assert!(
        C::NULLABLE || since == 0,
        "a column that an older version lacks is an Option"
    );
    ColumnOf {
        name,
        kind: C::KIND,
        nullable: C::NULLABLE,
        since,
        #[cfg(test)]
        texts: C::texts,
    }
}

/// Reads a column of a row.
pub(crate) fn read<'r, C: Column, R: sqlx::Row>(
    row: &'r R,
    name: &'static str,
) -> Result<C, sqlx::Error>
where
    &'static str: ColumnIndex<R>,
    C::Stored: Decode<'r, R::Database> + Type<R::Database>,
{
    C::read(row.try_get(name)?).map_err(|source| sqlx::Error::ColumnDecode {
        index: name.to_owned(),
        source,
    })
}

/// The columns' names, as a list.
pub(crate) fn columns<R: Row>() -> String {
    let names: Vec<_> = R::COLUMNS.iter().map(|column| column.name).collect();
    names.join(", ")
}

/// Selects whole rows of `table`, which was created by `version`.
pub(crate) fn select<R: Row>(table: &str, version: u32) -> String {
    let columns = R::COLUMNS.iter().map(|column| {
        if column.since <= version {
            column.name.to_owned()
        } else {
            format!("CAST(NULL AS {}) AS {}", column.kind.sql(), column.name)
        }
    });
    let columns: Vec<_> = columns.collect();
    format!("SELECT {} FROM {table}", columns.join(", "))
}

/// The statements that create `table` with its indexes, the same for both engines.
pub(crate) fn schema<R: Row>(table: &str) -> String {
    create_table::<R>(table) + &create_indexes::<R>(table)
}

/// The indexes get names that are unique to this build.
pub(crate) fn create_indexes<R: Row>(table: &str) -> String {
    let build = Uuid::new_v4().simple().to_string();
    indexes_of::<R>(table, &build[..12])
}

fn indexes_of<R: Row>(table: &str, build: &str) -> String {
    let name = R::NAME;
    let indexes = R::INDEXES
        .iter()
        .map(|(index, on)| format!("CREATE INDEX {name}_{index}_{build} ON {table} ({on});\n"));
    indexes.collect()
}

pub(crate) fn create_table<R: Row>(table: &str) -> String {
    let columns = R::COLUMNS.iter().enumerate().map(|(place, column)| {
        let null = if column.nullable { "" } else { " NOT NULL" };
        let key = if place == 0 { " PRIMARY KEY" } else { "" };
        format!("    {} {}{null}{key}", column.name, column.kind.sql())
    });
    let columns: Vec<_> = columns.collect();
    format!("CREATE TABLE {table} (\n{}\n);\n", columns.join(",\n"))
}

/// Like [`schema`], but reproducible and with the texts of enums: an older binary next to this one cannot read new
/// ones, so they require a new version, too.
#[cfg(test)]
pub(crate) fn shape<R: Row>() -> String {
    let version = format!("v{}", R::VERSION);
    let mut shape = create_table::<R>(R::TABLE) + &indexes_of::<R>(R::TABLE, &version);
    for column in R::COLUMNS {
        let texts = (column.texts)();
        if !texts.is_empty() {
            shape += &format!("-- {}: {}\n", column.name, texts.join(", "));
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use store::{on_both_engines, on_the_former_version, with_reader, with_writer};

    use super::*;
    use crate::former::DoorRow;

    #[test]
    fn a_table_is_called_by_name_and_version_and_its_columns_are_the_fields() {
        assert_eq!(DoorRow::TABLE, "doors_v2");
        assert_eq!(
            shape::<DoorRow>(),
            "CREATE TABLE doors_v2 (\n    door_id TEXT NOT NULL PRIMARY KEY,\n    opened BIGINT NOT NULL,\n    \
             opener TEXT,\n    locked BOOLEAN NOT NULL\n);\n\
             CREATE INDEX doors_by_opened_v2 ON doors_v2 (opened DESC, door_id);\n"
        );
    }

    on_the_former_version! {
        async fn a_column_that_the_version_before_lacks_is_absent_while_that_one_answers(former) {
            let sql = format!("{} WHERE door_id = 'front'", select::<DoorRow>("doors_v1", 1));
            let views = &former.storage.views;
            let row: DoorRow = with_reader!(views, pool => sqlx::query_as(&sql).fetch_one(pool).await).unwrap();
            let expected = DoorRow {
                door_id: "front".into(),
                opened: 1,
                opener: None,
                locked: true,
            };
            assert_eq!(row, expected);
        }
    }

    on_both_engines! {
        async fn what_no_event_can_have_made_is_damaged_and_names_its_column(storage) {
            let views = &storage.storage.views;
            views.run_script(&schema::<DoorRow>(DoorRow::TABLE)).await.unwrap();
            with_writer!(views, pool =>
                sqlx::query("INSERT INTO doors_v2 VALUES ('front', -1, NULL, FALSE)").execute(pool).await.map(drop)
            ).unwrap();
            let sql = select::<DoorRow>(DoorRow::TABLE, 2);
            let read: Result<DoorRow, _> =
                with_reader!(views, pool => sqlx::query_as(&sql).fetch_one(pool).await);
            let error = read.unwrap_err();
            let damaged = store::StoreError::from(error);
            assert!(matches!(damaged, store::StoreError::Damaged(_)), "{damaged}");
            assert!(damaged.to_string().contains("opened"), "{damaged}");
        }
    }
}
