//! The protocol, as it is published; made at build time.

pub mod event_store {
    pub mod client {
        tonic::include_proto!("event_store.client");
        pub mod streams {
            tonic::include_proto!("event_store.client.streams");
        }
        pub mod gossip {
            tonic::include_proto!("event_store.client.gossip");
        }
        pub mod server_features {
            tonic::include_proto!("event_store.client.server_features");
        }
    }
}
pub mod google {
    pub mod rpc {
        tonic::include_proto!("google.rpc");
    }
}
