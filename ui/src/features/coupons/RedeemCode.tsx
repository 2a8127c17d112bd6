import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { useAppDispatch } from '@/shared/api/store';
import { CouponForm, type CouponMessage } from '@/shared/credits/CouponForm';
import { useRedemption } from '@/shared/credits/use-redemption';

/** From the server's yes to the new balance. */
export const RELOAD_AFTER_MS = 1_500;

/** Redeems a code; 1.5 s later the credits are loaded anew, and the message says so. */
export function RedeemCode() {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<CouponMessage | null>(null);
  const redeem = useRedemption();
  const dispatch = useAppDispatch();
  const reload = useCallback(() => {
    dispatch(api.util.invalidateTags(['Credits']));
  }, [dispatch]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      // The counter beside the page, too, waited for the new balance.
      window.clearTimeout(timer.current);
      reload();
    },
    [reload],
  );

  const onRedeem = async (wanted: string) => {
    if (timer.current !== undefined) {
      // The code before waited for its new balance: that need not wait for this one.
      window.clearTimeout(timer.current);
      reload();
    }
    const outcome = await redeem(wanted);
    if (!outcome.redeemed) {
      setMessage({ tone: 'bad', text: outcome.message ?? 'Failed to redeem coupon' });
      return false;
    }
    setMessage({ tone: 'good', text: 'Coupon redeemed successfully! Updating credit display...' });
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      reload();
      setMessage({ tone: 'good', text: `${outcome.message} - Credits updated!` });
    }, RELOAD_AFTER_MS);
    return true;
  };

  return (
    <CouponForm code={code} onCode={setCode} message={message} onMessage={setMessage} onRedeem={onRedeem} />
  );
}
