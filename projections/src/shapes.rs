//! Each version of a view's table has a file in `golden/`, frozen once released: columns cannot change without a new
//! version, and a new version must be able to read the tables of earlier ones.

use std::fs;
use std::path::PathBuf;

use store::{on_both_engines, with_reader};

use crate::former::DoorsView;
use crate::{View, all};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// All views, and the made-up one, which is the only one with an older version.
fn all_and_doors() -> Vec<View> {
    let mut views = all();
    views.push(View::of::<DoorsView>());
    views
}

#[test]
fn a_table_whose_columns_change_has_another_version() {
    for view in all_and_doors() {
        let table = view.checkpoint();
        let file = folder().join(format!("{table}.sql"));
        let shape = view.shape();
        if std::env::var_os("DEMANDATLAS_GENERATE").is_some() && !file.exists() {
            fs::write(&file, &shape).unwrap();
        }
        let golden = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(
            shape, golden,
            "{table} is another table than before: give the view its next version, run make generate \
             and commit the new file"
        );
    }
}

#[test]
fn every_view_is_registered_once() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let defined = folders.filter(|folder| folder.join("row.rs").exists());
    assert_eq!(defined.count(), all().len(), "a view is missing in `all`");
    let mut names: Vec<_> = all().iter().map(crate::View::name).collect();
    names.dedup();
    assert_eq!(names.len(), all().len());
}

on_both_engines! {
    async fn tables_of_every_version_before_can_be_read(storage) {
        let views = &storage.storage.views;
        let mut read = 0;
        for view in all_and_doors() {
            let prefix = format!("{}_v", view.name());
            for entry in fs::read_dir(folder()).unwrap() {
                let file = entry.unwrap().path();
                let table = file.file_stem().unwrap().to_str().unwrap().to_owned();
                let Some(version) = table.strip_prefix(&prefix) else { continue };
                views.run_script(&fs::read_to_string(&file).unwrap()).await.unwrap();
                let select = view.select(&table, version.parse().unwrap());
                let rows = with_reader!(views, pool => sqlx::query(&select).execute(pool).await.map(drop));
                assert!(
                    rows.is_ok(),
                    "{table} lacks a column of {}: say #[since(…)] there: {rows:?}", view.checkpoint()
                );
                read += 1;
            }
        }
        assert!(read > all_and_doors().len());
    }
}
