//! Merges new tables with existing ones: what is used, what is rejected, and why.

use super::contents::Pack;
use super::industries::IndustryTable;
use super::tables::{AreaShapes, Site, Table, TableData, TableInfo};

/// How many vintages of a kind are kept: two, so that growth can be computed.
const VINTAGES_KEPT: usize = 2;

/// The result of merging a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// Added as a new table.
    Taken,
    /// Replaced one of the same kind and vintage.
    Replaced,
    /// Its areas were added to those of the same kind.
    Joined,
    /// Rejected, for this reason.
    Left(String),
}

impl Pack {
    /// Adds a table if it improves the pack. Finer shapes are never replaced by coarser ones, newer vintages
    /// never by older ones.
    pub fn merge(&mut self, table: Table) -> Merged {
        match table.data {
            TableData::Shapes(_) => self.merge_shapes(table),
            _ => self.merge_vintage(table),
        }
    }

    fn merge_vintage(&mut self, table: Table) -> Merged {
        let geography = geography(&table);
        let same =
            |other: &Table| other.info.id == table.info.id && self::geography(other) == geography;
        let mut places: Vec<usize> = (0..self.tables.len())
            .filter(|place| same(&self.tables[*place]))
            .collect();
        let equal = |place: &&usize| self.tables[**place].info.vintage == table.info.vintage;
        if let Some(place) = places.iter().find(equal) {
            return self.merge_parts(*place, table);
        }
        let kept = if matches!(table.data, TableData::Metrics(_)) {
            VINTAGES_KEPT
        } else {
            1
        };
        places.sort_by(|a, b| {
            self.tables[*b]
                .info
                .vintage
                .cmp(&self.tables[*a].info.vintage)
        });
        if places.len() >= kept {
            let oldest = places[kept - 1];
            if self.tables[oldest].info.vintage > table.info.vintage {
                let newest = &self.tables[places[0]].info.vintage;
                return Merged::Left(format!("older than {newest}, which is already there"));
            }
            self.tables.remove(oldest);
        }
        self.tables.push(table);
        Merged::Taken
    }

    /// Merges another file of an existing table: its values are added, or replace the old ones. Each file of
    /// roads covers its own box.
    fn merge_parts(&mut self, place: usize, mut table: Table) -> Merged {
        let old = &self.tables[place];
        let mut outcome = Merged::Replaced;
        match (&old.data, &mut table.data) {
            (TableData::Metrics(before), TableData::Metrics(after)) => {
                *after = before.joined(after);
                table.info.rows = after.keys().len() as u64;
            }
            (TableData::Industries(before), TableData::Industries(after)) => {
                *after = IndustryTable::new([after.entries(), before.entries()].concat());
                table.info.rows = after.entries().len() as u64;
            }
            (TableData::Roads(before), TableData::Roads(after))
                if !before.extents.is_empty() && !after.extents.is_empty() =>
            {
                if after
                    .extents
                    .iter()
                    .all(|extent| before.extents.contains(extent))
                {
                    return Merged::Replaced;
                }
                after.roads.extend(before.roads.iter().cloned());
                after.extents.extend(&before.extents);
                table.info.rows = after.roads.len() as u64;
                outcome = Merged::Joined;
            }
            (TableData::Sites(before), TableData::Sites(after))
                if !shares_a_file(&old.info, &table.info) =>
            {
                let known = |site: &&Site| !after.sites.iter().any(|there| there.is(site));
                let others: Vec<Site> = before.sites.iter().filter(known).cloned().collect();
                after.sites.extend(others);
                table.info.rows = after.sites.len() as u64;
                outcome = Merged::Joined;
            }
            _ => {}
        }
        let again = old
            .info
            .files
            .iter()
            .all(|file| table.info.files.contains(file));
        let joins = matches!(table.data, TableData::Metrics(_) | TableData::Industries(_));
        if joins || outcome == Merged::Joined {
            for file in &old.info.files {
                if !table.info.files.iter().any(|there| there.name == file.name) {
                    table.info.files.push(file.clone());
                    outcome = Merged::Joined;
                }
            }
        }
        if again {
            outcome = Merged::Replaced;
        }
        self.tables[place] = table;
        outcome
    }

    fn merge_shapes(&mut self, table: Table) -> Merged {
        let TableData::Shapes(new) = &table.data else {
            return Merged::Left("no shapes".to_owned());
        };
        let systems = |t: &Table| match &t.data {
            TableData::Shapes(s) => Some((s.geography, connecticut_regions(s))),
            _ => None,
        };
        let system = systems(&table);
        let Some(place) = self.tables.iter().position(|t| systems(t) == system) else {
            self.tables.push(table);
            return Merged::Taken;
        };
        let TableData::Shapes(old) = &self.tables[place].data else {
            return Merged::Left("no shapes".to_owned());
        };
        // The shapes of several editions span years, so compare the last year, not the middle.
        let older = table.info.vintage.last < self.tables[place].info.vintage.last;
        let (better, joined) = better_shapes(old, new, older);
        if better.is_empty() {
            let is = if older { "older" } else { "no finer" };
            let there = &self.tables[place].info.vintage;
            return Merged::Left(format!(
                "{is} than the shapes of {there} that are already there"
            ));
        }
        let whole = joined == 0 && better.len() >= old.shapes.len();
        let shapes = old
            .shapes
            .clone()
            .merged(&new.shapes.only(|geoid| better.contains(&geoid)));
        let geography = old.geography;
        let mut info = self.tables[place].info.clone();
        if whole {
            info = table.info;
        } else {
            info.files.extend(table.info.files);
            info.rows = shapes.len() as u64;
            info.vintage = info.vintage.spanning(&table.info.vintage);
            info.shipped &= table.info.shipped;
        }
        self.tables[place] = Table {
            info,
            data: TableData::Shapes(AreaShapes { geography, shapes }),
        };
        if whole {
            Merged::Replaced
        } else {
            Merged::Joined
        }
    }
}

/// Whether both were read from a file of the same name: then it is a second reading, which must not be added.
fn shares_a_file(a: &TableInfo, b: &TableInfo) -> bool {
    let name = |file: &super::SourceFile| b.files.iter().any(|other| other.name == file.name);
    a.files.iter().any(name)
}

fn geography(table: &Table) -> Option<super::Geography> {
    match &table.data {
        TableData::Metrics(metrics) => Some(metrics.geography),
        _ => None,
    }
}

/// Whether the shapes have Connecticut's planning regions: county shapes from before and after 2022 are kept
/// side by side, so that tables of both kinds find their areas.
fn connecticut_regions(shapes: &AreaShapes) -> bool {
    let regions = |geoid: &u64| (9110..=9190).contains(geoid);
    !shapes.geography.is_tracts() && shapes.shapes.geoids.iter().any(regions)
}

/// The areas that the new shapes describe better: state by state those with more vertices per area, unless
/// the shapes are older, and those of states missing from the old ones. Also how many areas are new.
fn better_shapes(
    old: &AreaShapes,
    new: &AreaShapes,
    older: bool,
) -> (std::collections::HashSet<u64>, usize) {
    let per_state = |shapes: &AreaShapes| {
        let divisor = if shapes.geography.is_tracts() {
            1_000_000_000
        } else {
            1000
        };
        let mut counts = std::collections::HashMap::<u64, (usize, usize)>::new();
        for (place, geoid) in shapes.shapes.geoids.iter().enumerate() {
            let vertices: usize = shapes.shapes.rings(place).map(<[_]>::len).sum();
            let entry = counts.entry(geoid / divisor).or_default();
            *entry = (entry.0 + vertices, entry.1 + 1);
        }
        (counts, divisor)
    };
    let ((old_states, _), (new_states, divisor)) = (per_state(old), per_state(new));
    let mut fresh = 0;
    let better = new
        .shapes
        .geoids
        .iter()
        .copied()
        .filter(|geoid| {
            let state = geoid / divisor;
            match (old_states.get(&state), new_states.get(&state)) {
                (Some((old, old_areas)), Some((new, new_areas))) => {
                    // Finer per area, compared in integers.
                    !older && new * old_areas > old * new_areas
                }
                _ => {
                    fresh += 1;
                    true
                }
            }
        })
        .collect();
    (better, fresh)
}

#[cfg(test)]
mod tests;
