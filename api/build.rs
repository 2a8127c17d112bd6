//! Makes cargo look at the browser's app again when it was built anew.

fn main() {
    println!("cargo:rerun-if-changed=../ui/dist");
}
