const US_DIGITS = /^\+?1?(\d{3})(\d{3})(\d{4})$/;

/** '5035550103' → '(503) 555-0103'; a phone number that is already formatted is kept. */
export function formatPhone(phone: string): string {
  return phone.trim().replace(US_DIGITS, '($1) $2-$3');
}
