//! Who may call what, how much of it, and what stands around every answer.

mod bad_input;
mod bulk;
mod configured;
mod configured_policy;
mod headers;
mod hostile;
mod lists;
mod long_answers;
mod outgoing;
mod public;
mod security;
mod shares;
mod turns;
mod unread_bodies;
mod volume;
