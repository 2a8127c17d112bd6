/** What is said about a coupon code. What it gave and why it was refused are the server's words (`routes/coupons.rs`). */

export const NO_CODE = 'Please enter a coupon code';
export const NOT_REDEEMED = 'Failed to redeem coupon. Please try again.';

/** Where the server gives no reason, by screen. */
export const REFUSED = { page: 'Failed to redeem coupon', panel: 'Invalid coupon code' };

export const REDEEMED = 'Coupon redeemed successfully! Updating credit display...';
export const updated = (given: string) => `${given} - Credits updated!`;
