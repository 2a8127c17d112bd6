//! The companies whose names are most like another.

use std::sync::Arc;

use store::StoreError;

use super::SavedCompanyLists;
use super::company::ListedCompany;
use super::run_blocking::run_blocking;

impl SavedCompanyLists {
    /// The user's `most` companies with the highest `likeness` of their names, the likest first and equal ones by name.
    pub async fn nearest(
        &self,
        user: &str,
        most: usize,
        likeness: impl Fn(&str) -> f64 + Send + 'static,
    ) -> Result<Vec<Arc<ListedCompany>>, StoreError> {
        let list = self.current(user).await?.read_owned().await;
        run_blocking(list.bytes(), move || {
            let name = |company: &Arc<ListedCompany>| likeness(&company.summary.name);
            let companies = list.companies();
            nearest(companies.map(|company| (name(company), company)), most)
        })
        .await
    }
}

fn nearest<'c>(
    rated: impl Iterator<Item = (f64, &'c Arc<ListedCompany>)>,
    most: usize,
) -> Vec<Arc<ListedCompany>> {
    type Rated<'c> = (f64, &'c Arc<ListedCompany>);
    let compare = |(one, company): &Rated<'_>, (other, another): &Rated<'_>| {
        let by_likeness = other.total_cmp(one);
        let by_name = by_likeness.then_with(|| company.summary.name.cmp(&another.summary.name));
        let by_session = by_name.then_with(|| company.session_id.cmp(&another.session_id));
        by_session.then_with(|| company.row_idx.cmp(&another.row_idx))
    };
    let mut rated: Vec<_> = rated.collect();
    if most < rated.len() {
        rated.select_nth_unstable_by(most, compare);
        rated.truncate(most);
    }
    rated.sort_unstable_by(compare);
    let nearest = rated.into_iter();
    nearest.map(|(_, company)| Arc::clone(company)).collect()
}
