//! What users and listings name is shown and never fetched (quality section 3).

use std::io::ErrorKind;
use std::net::TcpListener;

use serde_json::json;
use store::on_both_engines;

use crate::support::{Server, brewery_search};

on_both_engines! {
    async fn auth_12_no_address_that_a_user_or_a_listing_names_is_asked(test) {
        let named = TcpListener::bind("127.0.0.1:0").unwrap();
        named.set_nonblocking(true).unwrap();
        let address = format!("http://{}/", named.local_addr().unwrap());
        let mut server = Server::empty(test).await;
        let listing = server.folder().join("listing.csv");
        let rows = format!(
            "id,name,category,status,address,city,state,zip,phone,website,latitude,longitude\n\
             1,Brewery of {address} (made up),brewery,open,{address},Portland,OR,97299,{address},{address},45.509,-122.708\n\
             2,Second Brewery (made up),brewery,open,2 Example Street,Bend,OR,97799,,{address}logo.png,44.058,-121.315\n"
        );
        std::fs::write(&listing, rows).unwrap();
        server.import(&listing);
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (session, rows) = user.run(&brewery_search()).await;
        assert_eq!(rows["results_count"], 2, "{rows}");
        let enriched = user.post("/enrich", &json!({"sessionKey": session})).await;
        assert_eq!(enriched.status, 200, "{}", enriched.text);
        let row = user.get(&format!("/api/business-data/{session}/0")).await;
        assert!(row.text.contains(&address), "it is shown: {}", row.text);
        let saved = user.post("/api/save-companies", &json!({"session_id": session})).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let crm = json!({"notes": address, "mainPOC": address});
        let written = json!({"sessionKey": session, "rowIdx": 0, "crmData": crm, "businessName": address});
        let written = user.post("/api/crm-data", &written).await;
        assert_eq!(written.status, 200, "{}", written.text);
        for format in ["csv", "html", "json", "xlsx", "geojson"] {
            let export = user.get(&format!("/export?sessionKey={session}&format={format}")).await;
            assert_eq!(export.status, 200, "{format}: {}", export.text);
        }
        let asked = named.accept().unwrap_err();
        assert_eq!(asked.kind(), ErrorKind::WouldBlock, "nobody came");
        server.stop().await;
    }
}
