"""What county facts must be according to the publishers' files, read without any code of the product."""

import csv
import pathlib
import xml.etree.ElementTree as ElementTree
import zipfile

SEED = 26
COUNTIES = 30

ACS = "American Community Survey, 5-year"
PEP = "Population Estimates Program"
LAUS = "Local Area Unemployment Statistics, annual"
SVI = "Social Vulnerability Index"
NRI = "National Risk Index"
EXTRACT = ACS + ", county extract"
PROFILE = ACS + ", county profile"
PERMITS = "Building Permits Survey, counties"
VOTES = "County presidential results"


# The publishers' files ------------------------------------------------------------------------------------------


def number(text):
    """A figure; None if the publisher marks it as missing."""
    text = ("" if text is None else str(text)).strip().replace(",", "")
    try:
        value = float(text)
    except ValueError:
        return None
    return None if value in (-999, -666666666) else value


def rows(path, key, encoding="utf-8-sig"):
    """The rows of a CSV file by county: five digits, even if the file drops leading zeros."""
    with open(path, newline="", encoding=encoding) as file:
        table = {}
        for row in csv.DictReader(file):
            table[key(row)[-5:].zfill(5)] = row
        return table


class Files:
    """Reads each file once."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.read = {}

    def get(self, name):
        if name not in self.read:
            self.read[name] = getattr(self, name)()
        return self.read[name]

    def acs2023(self):
        return rows(self.folder / "acs-county-2023/DERIVED_acs5_2023_counties.csv", lambda row: row["GEO_ID"])

    def acs2018(self):
        return rows(self.folder / "acs-county-2018/DERIVED_acs5_2018_B08201_counties.csv", lambda row: row["GEO_ID"])

    def extract(self):
        return rows(self.folder / "acs-county-2024/acs5_2024_counties.csv", lambda row: row["county_fips"])

    def profile(self):
        return rows(self.folder / "acs-county-2017/acs2017_county_data.csv", lambda row: row["CountyId"])

    def svi(self):
        return rows(self.folder / "cdc-svi/SVI_2022_US_county.csv", lambda row: row["FIPS"])

    def nri(self):
        return rows(self.folder / "fema-nri-counties/DERIVED_NRI_Table_Counties_2023.csv", lambda row: row["STCOFIPS"])

    def pep(self):
        name = "census-popest/co-est2023-alldata.csv"
        return rows(self.folder / name, lambda row: row["STATE"].zfill(2) + row["COUNTY"].zfill(3), "latin-1")

    def votes(self):
        name = "election-county/2024_US_County_Level_Presidential_Results.csv"
        found = rows(self.folder / name, lambda row: row["county_fips"])
        # Alaska votes by House district; the districts' numbers are not county codes.
        return {county: row for county, row in found.items() if not county.startswith("02")}

    def laus2021(self):
        return self.laus("laucnty21.xlsx")

    def laus2022(self):
        return self.laus("laucnty22.xlsx")

    def laus(self, name):
        """The bureau's spreadsheet: code, state, county, name, year, (blank,) labor force, employed, unemployed, rate."""
        table = {}
        for cells in sheet(self.folder / "bls-laus-county" / name):
            if len(cells) > 8 and cells[0].startswith("CN"):
                force, employed, unemployed, rate = [number(cell) for cell in cells if cell != ""][-4:]
                figures = {"force": force, "employed": employed, "unemployed": unemployed, "rate": rate}
                table[cells[0][2:7]] = figures
        return table

    def permits2023(self):
        return self.permits("23")

    def permits2024(self):
        return self.permits("24")

    def permits(self, year):
        """The sum of twelve months: buildings, units and dollars of 1, 2, 3 to 4, and 5 or more units."""
        sums, months = {}, {}
        for month in range(1, 13):
            with open(self.folder / f"census-bps/co{year}{month:02}c.txt", encoding="latin-1") as file:
                for cells in csv.reader(file):
                    if len(cells) < 18 or not cells[0].strip().isdigit():
                        continue
                    county = cells[1].strip() + cells[2].strip()
                    figures = [float(cell) for cell in cells[6:18]]
                    so_far = sums.setdefault(county, [0.0] * 12)
                    sums[county] = [one + other for one, other in zip(so_far, figures)]
                    months[county] = months.get(county, 0) + 1
        return {
            county: {
                "buildings": sum(figures[0::3]),
                "units": sum(figures[1::3]),
                "value": sum(figures[2::3]),
                "single": figures[1],
            }
            for county, figures in sums.items()
            if months[county] == 12
        }


def sheet(path):
    """The rows of a workbook's first sheet as texts."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(path) as book:
        shared = []
        if "xl/sharedStrings.xml" in book.namelist():
            for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")):
                shared.append("".join(text.text or "" for text in item.iter(space + "t")))
        first = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    for row in first.iter(space + "row"):
        cells = []
        for cell in row.iter(space + "c"):
            value = cell.find(space + "v")
            text = "".join(part.text or "" for part in cell.iter(space + "t"))
            if value is not None:
                text = shared[int(value.text)] if cell.get("t") == "s" else value.text
            cells.append((text or "").strip())
        yield cells


# What each field must be ----------------------------------------------------------------------------------------


def column(name, low=None, high=None):
    """A column unchanged; a share outside its bounds is dropped."""

    def of(row):
        value = number(row[name])
        outside = value is not None and low is not None and not low <= value <= high
        return None if outside else value

    return of


def share(name):
    return column(name, 0, 100)


def computed(formula):
    """Several columns as numbers; None if one is missing."""

    class Row(dict):
        def __getitem__(self, name):
            value = number(super().__getitem__(name))
            if value is None:
                raise KeyError(name)
            return value

    def of(row):
        try:
            return formula(Row(row))
        except (KeyError, ZeroDivisionError):
            return None

    return of


def acs(variable):
    return [("acs2023", ACS, "2019-2023", column(variable))]


def svi(formula):
    return [("svi", SVI, "2018-2022", formula)]


def profile(formula):
    return ("profile", PROFILE, "2013-2017", formula)


def extract(name):
    return ("extract", EXTRACT, "2020-2024", share(name))


def nri(name):
    return [("nri", NRI, "March 2023", column(name))]


def permits(formula):
    return [("permits2024", PERMITS, "2024", computed(formula)), ("permits2023", PERMITS, "2023", computed(formula))]


def laus(name):
    return [("laus2022", LAUS, "2022", column(name)), ("laus2021", LAUS, "2021", column(name))]


def households_with(*columns):
    return [("acs2018", ACS, "2014-2018", computed(lambda r: 100 * sum(r[c] for c in columns) / r["B08201_001E"]))]


def of_two_years(before, now, figure):
    """The growth from one file's figure to another's in percent."""

    def of(files, county):
        one, other = files.get(before).get(county), files.get(now).get(county)
        if one is None or other is None or not one[figure]:
            return None
        return (other[figure] / one[figure] - 1) * 100

    return of


def units_per_1000(files, county):
    permitted, people = files.get("permits2024").get(county), files.get("pep").get(county)
    if permitted is None or people is None:
        return None
    return 1000 * permitted["units"] / number(people["POPESTIMATE2023"])


def single_family_of_2023(files, county):
    """Without units there is no share; the previous year's never replaces it."""
    permitted = files.get("permits2023").get(county)
    if county in files.get("permits2024") or permitted is None or not permitted["units"]:
        return None
    return 100 * permitted["single"] / permitted["units"]


HAZARDS = ["LTNG", "HRCN", "WFIR", "TRND", "flood", "ERQK", "HAIL", "HWAV", "DRGT"]


def hazard(row, name):
    if name != "flood":
        return number(row[name + "_RISKS"])
    scores = [number(row["RFLD_RISKS"]), number(row["CFLD_RISKS"])]
    return max((score for score in scores if score is not None), default=None)


def mean_of_hazards(row):
    scores = [score for score in (hazard(row, name) for name in HAZARDS) if score is not None]
    return sum(scores) / len(scores) if len(scores) >= 5 else None


# For each field, its possible origins, newest first: file, the table's name, its edition, and the figure of a row. A
# formula with two arguments gets all files and the county instead of a row.
FIELDS = {
    "county_population": [
        ("pep", PEP, "2023", column("POPESTIMATE2023")),
        ("extract", EXTRACT, "2020-2024", column("population")),
    ],
    "county_growth_rate": [
        ("pep", PEP, "2023", computed(lambda r: (r["POPESTIMATE2023"] / r["POPESTIMATE2022"] - 1) * 100)),
    ],
    "median_income_county": acs("B19013_001E"),
    "per_capita_income_county": acs("B19301_001E"),
    "median_age_county": acs("B01002_001E"),
    "county_home_value": acs("B25077_001E"),
    "county_median_rent": acs("B25064_001E"),
    "gini_index": acs("B19083_001E"),
    "county_bachelors": acs("DP02_0068PE"),
    "homeownership_rate": acs("DP04_0046PE"),
    "vacancy_rate_county": acs("DP04_0003PE"),
    "poverty_rate": [extract("poverty_rate")],
    "unemployment_rate": [
        *laus("rate"),
        ("acs2023", ACS, "2019-2023", computed(lambda r: 100 * r["B23025_005E"] / r["B23025_003E"])),
    ],
    "labor_force": laus("force"),
    "employed_residents": laus("employed"),
    "employment_growth_rate": [(None, LAUS, "2021-2022", of_two_years("laus2021", "laus2022", "employed"))],
    "age_65_plus_county": [extract("age65plus_share")],
    "uninsured_pct": [extract("uninsured_rate")],
    "no_internet_pct": [extract("no_internet_share")],
    "no_vehicle_households_pct": [extract("no_vehicle_share")],
    "household_size_county": svi(computed(lambda r: (r["E_TOTPOP"] - r["E_GROUPQ"]) / r["E_HH"])),
    "housing_units_county": svi(column("E_HU")),
    "no_high_school_pct": svi(share("EP_NOHSDP")),
    "disability_pct": svi(share("EP_DISABL")),
    "mobile_homes_pct": svi(share("EP_MOBILE")),
    "no_vehicle_households": svi(column("E_NOVEH")),
    "vacant_housing_units": svi(computed(lambda r: r["E_HU"] - r["E_HH"])),
    "vacant_housing_units_pct": svi(computed(lambda r: 100 * (r["E_HU"] - r["E_HH"]) / r["E_HU"])),
    "daytime_population": svi(column("E_DAYPOP")),
    "daytime_population_ratio": svi(computed(lambda r: r["E_DAYPOP"] / r["E_TOTPOP"])),
    "population_density": svi(computed(lambda r: r["E_TOTPOP"] / r["AREA_SQMI"])),
    "one_vehicle_households_pct": households_with("B08201_003E"),
    "two_vehicle_households_pct": households_with("B08201_004E"),
    "three_plus_vehicle_households_pct": households_with("B08201_005E", "B08201_006E"),
    "drive_alone_pct": [profile(share("Drive"))],
    "carpool_pct": [profile(share("Carpool"))],
    "public_transport_pct": [profile(share("Transit"))],
    "walk_pct": [profile(share("Walk"))],
    "other_commute_pct": [profile(share("OtherTransp"))],
    "work_from_home_pct": [profile(share("WorkAtHome"))],
    "average_commute_time": [profile(column("MeanCommute"))],
    "total_commuters": [profile(computed(lambda r: int(r["Employed"] * (1 - r["WorkAtHome"] / 100) + 0.5)))],
    "natural_hazard_risk_score": nri("RISK_SCORE"),
    "expected_annual_loss_score": nri("EAL_SCORE"),
    "social_vulnerability_score": nri("SOVI_SCORE"),
    "community_resilience_score": nri("RESL_SCORE"),
    "lightning_risk": nri("LTNG_RISKS"),
    "hurricane_risk": nri("HRCN_RISKS"),
    "wildfire_risk": nri("WFIR_RISKS"),
    "tornado_risk": nri("TRND_RISKS"),
    "earthquake_risk": nri("ERQK_RISKS"),
    "hail_risk": nri("HAIL_RISKS"),
    "heat_wave_risk": nri("HWAV_RISKS"),
    "drought_risk": nri("DRGT_RISKS"),
    "riverine_flood_risk": nri("RFLD_RISKS"),
    "coastal_flood_risk": nri("CFLD_RISKS"),
    "avalanche_risk": nri("AVLN_RISKS"),
    "cold_wave_risk": nri("CWAV_RISKS"),
    "ice_storm_risk": nri("ISTM_RISKS"),
    "landslide_risk": nri("LNDS_RISKS"),
    "strong_wind_risk": nri("SWND_RISKS"),
    "tsunami_risk": nri("TSUN_RISKS"),
    "volcanic_activity_risk": nri("VLCN_RISKS"),
    "winter_weather_risk": nri("WNTW_RISKS"),
    "flood_risk": [("nri", NRI, "March 2023", lambda row: hazard(row, "flood"))],
    "weather_risk_score": [("nri", NRI, "March 2023", mean_of_hazards)],
    "votes_cast": [("votes", VOTES, "2024", column("total_votes"))],
    "republican_pct": [("votes", VOTES, "2024", computed(lambda r: 100 * r["votes_gop"] / r["total_votes"]))],
    "democrat_pct": [("votes", VOTES, "2024", computed(lambda r: 100 * r["votes_dem"] / r["total_votes"]))],
    "other_pct": [
        (
            *("votes", VOTES, "2024"),
            computed(lambda r: 100 * (r["total_votes"] - r["votes_gop"] - r["votes_dem"]) / r["total_votes"]),
        ),
    ],
    "housing_permits": permits(lambda r: r["buildings"]),
    "housing_units_permitted": permits(lambda r: r["units"]),
    "housing_construction_value": permits(lambda r: r["value"]),
    "single_family_permits": permits(lambda r: r["single"]),
    "multi_family_permits": permits(lambda r: r["units"] - r["single"]),
    "single_family_pct": [
        ("permits2024", PERMITS, "2024", computed(lambda r: 100 * r["single"] / r["units"])),
        (None, PERMITS, "2023", single_family_of_2023),
    ],
    "housing_permits_growth_pct": [
        (None, PERMITS, "2023-2024", of_two_years("permits2023", "permits2024", "units")),
    ],
    "housing_permits_per_1000": [(None, f"{PERMITS} + {PEP}", "2023-2024", units_per_1000)],
}

# Facts have two more digits than are shown: ratios four, everything else at least two.
RATIOS = {"gini_index", "household_size_county", "daytime_population_ratio", "housing_permits_per_1000"}
