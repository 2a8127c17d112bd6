//! Makes cargo look at the migrations again when one is added: the macro that embeds them cannot.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
