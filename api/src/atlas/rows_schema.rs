//! How the rows of the Demand Map's answers are described.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, Schema, Type};

/// Rows of values, as the columns name them: texts, numbers, truths, lists of texts, or none.
pub(crate) fn rows_schema() -> Schema {
    let of = |kind| ObjectBuilder::new().schema_type(kind);
    let texts = ArrayBuilder::new().items(of(Type::String));
    let value = [Type::String, Type::Number, Type::Boolean, Type::Null]
        .into_iter()
        .fold(AnyOfBuilder::new(), |any, kind| any.item(of(kind)))
        .item(texts);
    ArrayBuilder::new()
        .items(ArrayBuilder::new().items(RefOr::T(Schema::from(value))))
        .into()
}
