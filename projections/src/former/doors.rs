//! A made-up view of the made-up doors. Version 2 also has who opened a door last.

use std::borrow::Cow;

use domain::codec::StoredEvent;
use domain::testing::DoorEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::fold::Fold;
use crate::table::view;

view! {
    /// One row per door.
    pub(crate) struct DoorRow: "doors" version 2 {
        door_id: String,
        opened: u32,
        #[since(2)]
        opener: Option<String>,
        locked: bool,
    }
    index by_opened(opened DESC, door_id)
}

pub(crate) struct DoorsView;

impl Fold for DoorsView {
    const CONCERNS: &'static [&'static str] = &[DoorEvent::AGGREGATE];
    type Row = DoorRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn apply(row: &mut Option<DoorRow>, event: &Event<'_>) -> Result<(), ProjectError> {
        let told = DoorEvent::decode(&event.event_type, &event.event_version, &event.payload);
        let told = told.map_err(|error| ProjectError::at(event, error))?;
        let row = row.get_or_insert_with(|| DoorRow {
            door_id: event.aggregate_id.clone(),
            opened: 0,
            opener: None,
            locked: true,
        });
        match told {
            DoorEvent::DoorOpened(opened) => {
                row.opened += 1;
                row.opener = Some(opened.last);
                row.locked = false;
            }
            DoorEvent::DoorClosed(_) => row.locked = true,
        }
        Ok(())
    }
}
