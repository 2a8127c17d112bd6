const US_DIGITS = /^\+?1?(\d{3})(\d{3})(\d{4})$/;

/** '5035550103' → '(503) 555-0103', as people write it; whatever somebody has written already stays. */
export function formatPhone(phone: string): string {
  return phone.trim().replace(US_DIGITS, '($1) $2-$3');
}
