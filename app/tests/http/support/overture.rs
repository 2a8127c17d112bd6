//! A publisher's bucket with a small release of Overture.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, Float32Array, ListArray, RecordBatch, StringArray, StructArray};
use parquet::arrow::ArrowWriter;
use testkit::Bucket;

/// A business as Overture has it.
pub(crate) struct Listed {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) street: &'static str,
    pub(crate) city: &'static str,
    pub(crate) state: &'static str,
    pub(crate) zip: &'static str,
    /// Latitude and longitude.
    pub(crate) at: (f32, f32),
}

/// A bucket with one release of these businesses.
pub(crate) fn overture(release: &str, listed: &[Listed]) -> Bucket {
    let key = format!("release/{release}/theme=places/type=place/part-00000.zstd.parquet");
    Bucket::serve([(key, parquet(listed))])
}

fn parquet(listed: &[Listed]) -> Vec<u8> {
    let texts = |of: &dyn Fn(&Listed) -> String| -> ArrayRef {
        Arc::new(StringArray::from_iter_values(listed.iter().map(of)))
    };
    let degrees = |of: &dyn Fn(&Listed) -> f32| -> ArrayRef {
        Arc::new(Float32Array::from_iter_values(listed.iter().map(of)))
    };
    let group = |columns: Vec<(&str, ArrayRef)>| StructArray::try_from(columns).unwrap();
    let addresses = group(vec![
        ("freeform", texts(&|business| business.street.to_owned())),
        ("locality", texts(&|business| business.city.to_owned())),
        ("postcode", texts(&|business| business.zip.to_owned())),
        ("region", texts(&|business| business.state.to_owned())),
        ("country", texts(&|_| "US".to_owned())),
    ]);
    let batch = RecordBatch::try_from_iter([
        (
            "id",
            texts(&|business| format!("overture-{}", business.name)),
        ),
        (
            "names",
            Arc::new(group(vec![(
                "primary",
                texts(&|business| business.name.to_owned()),
            )])),
        ),
        (
            "categories",
            Arc::new(group(vec![(
                "primary",
                texts(&|business| business.kind.to_owned()),
            )])),
        ),
        (
            "bbox",
            Arc::new(group(vec![
                ("xmin", degrees(&|business| business.at.1)),
                ("xmax", degrees(&|business| business.at.1)),
                ("ymin", degrees(&|business| business.at.0)),
                ("ymax", degrees(&|business| business.at.0)),
            ])),
        ),
        ("addresses", one_each(addresses)),
    ])
    .unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

/// A list of one for each row.
fn one_each(rows: StructArray) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for _ in 0..arrow_array::Array::len(&rows) {
        lists.values().append_value("");
        lists.append(true);
    }
    let offsets = lists.finish().offsets().clone();
    let rows: ArrayRef = Arc::new(rows);
    let item = RecordBatch::try_from_iter([("item", Arc::clone(&rows))]).unwrap();
    let field = Arc::clone(&item.schema().fields()[0]);
    Arc::new(ListArray::try_new(field, offsets, rows, None).unwrap())
}
