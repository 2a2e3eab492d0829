/**
 * The published bank holidays, to hold Daybook's own tables against: https://www.gov.uk/bank-holidays.json, copied on
 * 6 October 2026, of which the years from 2024 on are here (it begins with 2019 and ends with 2028). Crown copyright,
 * Open Government Licence v3.0. A line is the date and the title; `(substitute day)` stands for the note of that name.
 * When GOV.UK publishes another year, this copy is renewed first and the tables after it.
 */
export const GOV_UK_BANK_HOLIDAYS = {
  "england-and-wales": `
    2024-01-01 New Year’s Day
    2024-03-29 Good Friday
    2024-04-01 Easter Monday
    2024-05-06 Early May bank holiday
    2024-05-27 Spring bank holiday
    2024-08-26 Summer bank holiday
    2024-12-25 Christmas Day
    2024-12-26 Boxing Day
    2025-01-01 New Year’s Day
    2025-04-18 Good Friday
    2025-04-21 Easter Monday
    2025-05-05 Early May bank holiday
    2025-05-26 Spring bank holiday
    2025-08-25 Summer bank holiday
    2025-12-25 Christmas Day
    2025-12-26 Boxing Day
    2026-01-01 New Year’s Day
    2026-04-03 Good Friday
    2026-04-06 Easter Monday
    2026-05-04 Early May bank holiday
    2026-05-25 Spring bank holiday
    2026-08-31 Summer bank holiday
    2026-12-25 Christmas Day
    2026-12-28 Boxing Day (substitute day)
    2027-01-01 New Year’s Day
    2027-03-26 Good Friday
    2027-03-29 Easter Monday
    2027-05-03 Early May bank holiday
    2027-05-31 Spring bank holiday
    2027-08-30 Summer bank holiday
    2027-12-27 Christmas Day (substitute day)
    2027-12-28 Boxing Day (substitute day)
    2028-01-03 New Year’s Day (substitute day)
    2028-04-14 Good Friday
    2028-04-17 Easter Monday
    2028-05-01 Early May bank holiday
    2028-05-29 Spring bank holiday
    2028-08-28 Summer bank holiday
    2028-12-25 Christmas Day
    2028-12-26 Boxing Day`,
  scotland: `
    2024-01-01 New Year’s Day
    2024-01-02 2nd January
    2024-03-29 Good Friday
    2024-05-06 Early May bank holiday
    2024-05-27 Spring bank holiday
    2024-08-05 Summer bank holiday
    2024-12-02 St Andrew’s Day (substitute day)
    2024-12-25 Christmas Day
    2024-12-26 Boxing Day
    2025-01-01 New Year’s Day
    2025-01-02 2nd January
    2025-04-18 Good Friday
    2025-05-05 Early May bank holiday
    2025-05-26 Spring bank holiday
    2025-08-04 Summer bank holiday
    2025-12-01 St Andrew’s Day (substitute day)
    2025-12-25 Christmas Day
    2025-12-26 Boxing Day
    2026-01-01 New Year’s Day
    2026-01-02 2nd January
    2026-04-03 Good Friday
    2026-05-04 Early May bank holiday
    2026-05-25 Spring bank holiday
    2026-06-15 World Cup bank holiday
    2026-08-03 Summer bank holiday
    2026-11-30 St Andrew’s Day
    2026-12-25 Christmas Day
    2026-12-28 Boxing Day (substitute day)
    2027-01-01 New Year’s Day
    2027-01-04 2nd January (substitute day)
    2027-03-26 Good Friday
    2027-05-03 Early May bank holiday
    2027-05-31 Spring bank holiday
    2027-08-02 Summer bank holiday
    2027-11-30 St Andrew’s Day
    2027-12-27 Christmas Day (substitute day)
    2027-12-28 Boxing Day (substitute day)
    2028-01-03 New Year’s Day (substitute day)
    2028-01-04 2nd January (substitute day)
    2028-04-14 Good Friday
    2028-05-01 Early May bank holiday
    2028-05-29 Spring bank holiday
    2028-08-07 Summer bank holiday
    2028-11-30 St Andrew’s Day
    2028-12-25 Christmas Day
    2028-12-26 Boxing Day`,
  "northern-ireland": `
    2024-01-01 New Year’s Day
    2024-03-18 St Patrick’s Day (substitute day)
    2024-03-29 Good Friday
    2024-04-01 Easter Monday
    2024-05-06 Early May bank holiday
    2024-05-27 Spring bank holiday
    2024-07-12 Battle of the Boyne (Orangemen’s Day)
    2024-08-26 Summer bank holiday
    2024-12-25 Christmas Day
    2024-12-26 Boxing Day
    2025-01-01 New Year’s Day
    2025-03-17 St Patrick’s Day
    2025-04-18 Good Friday
    2025-04-21 Easter Monday
    2025-05-05 Early May bank holiday
    2025-05-26 Spring bank holiday
    2025-07-14 Battle of the Boyne (Orangemen’s Day) (substitute day)
    2025-08-25 Summer bank holiday
    2025-12-25 Christmas Day
    2025-12-26 Boxing Day
    2026-01-01 New Year’s Day
    2026-03-17 St Patrick’s Day
    2026-04-03 Good Friday
    2026-04-06 Easter Monday
    2026-05-04 Early May bank holiday
    2026-05-25 Spring bank holiday
    2026-07-13 Battle of the Boyne (Orangemen’s Day) (substitute day)
    2026-08-31 Summer bank holiday
    2026-12-25 Christmas Day
    2026-12-28 Boxing Day (substitute day)
    2027-01-01 New Year’s Day
    2027-03-17 St Patrick’s Day
    2027-03-26 Good Friday
    2027-03-29 Easter Monday
    2027-05-03 Early May bank holiday
    2027-05-31 Spring bank holiday
    2027-07-12 Battle of the Boyne (Orangemen’s Day)
    2027-08-30 Summer bank holiday
    2027-12-27 Christmas Day (substitute day)
    2027-12-28 Boxing Day (substitute day)
    2028-01-03 New Year’s Day (substitute day)
    2028-03-17 St Patrick’s Day
    2028-04-14 Good Friday
    2028-04-17 Easter Monday
    2028-05-01 Early May bank holiday
    2028-05-29 Spring bank holiday
    2028-07-12 Battle of the Boyne (Orangemen’s Day)
    2028-08-28 Summer bank holiday
    2028-12-25 Christmas Day
    2028-12-26 Boxing Day`,
};
