/** Redeeming a coupon code: the field, its button, and the message below them. */
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useRedeemCouponMutation } from '@/shared/api/api';
import type { ApiError } from '@/shared/api/api-error';
import type { RedeemCouponApiResponse } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { NO_CODE, NOT_REDEEMED } from './coupon-messages';
import classes from './CouponForm.module.css';

const MAX_CODE_LENGTH = 20;

interface CouponFormProps {
  code: string;
  onCode: (code: string) => void;
  /** The message when the server refuses a code without giving a reason. */
  refused: string;
  /** `say` sets the message, until the next code is submitted. */
  onRedeemed: (answer: RedeemCouponApiResponse, say: (text: string) => void) => void;
}

export function CouponForm({ code, onCode, ...answers }: CouponFormProps) {
  const { busy, message, redeem } = useRedemption(answers);
  const field = useRef<HTMLInputElement>(null);

  const submit = async () => {
    if (busy) return;
    if (await redeem(code.trim())) onCode('');
    field.current?.focus();
  };

  // Enter in an empty field would do nothing, since the button is disabled then.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && code === '') void submit();
  };

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        ref={field}
        label="Coupon code"
        className={classes.field}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={busy}
        error={message?.text === NO_CODE}
        aria-describedby="coupon-message"
        onChange={(event) => {
          // A space pasted before a code takes none of its 20 characters.
          onCode(event.currentTarget.value.trimStart().toUpperCase().slice(0, MAX_CODE_LENGTH));
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={busy || code === ''}>
        {busy ? 'Redeeming...' : 'Redeem Code'}
      </Button>
      <p
        id="coupon-message"
        className={classes.message}
        data-tone={message?.tone}
        role={message?.tone === 'bad' ? 'alert' : 'status'}
      >
        {message?.text}
      </p>
    </form>
  );
}

/** Redeems a code and says what came of it; returns whether it was redeemed. */
function useRedemption({ refused, onRedeemed }: Pick<CouponFormProps, 'refused' | 'onRedeemed'>) {
  const { sub: userId } = useUser();
  const [send] = useRedeemCouponMutation();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  const submissions = useRef(0);
  const redeem = async (code: string): Promise<boolean> => {
    const submission = ++submissions.current;
    if (code === '') {
      setMessage({ tone: 'bad', text: NO_CODE });
      return false;
    }
    setMessage(null);
    setBusy(true);
    const { data, error } = await send({ userId, redeemCoupon: { coupon_code: code } });
    setBusy(false);
    if (data?.success !== true) {
      const text = data === undefined ? failureText(error as ApiError) : data.message || refused;
      setMessage({ tone: 'bad', text });
      return false;
    }
    onRedeemed(data, (text) => {
      if (submission === submissions.current) setMessage({ tone: 'good', text });
    });
    return true;
  };
  return { busy, message, redeem };
}

/** A server that refused the call says why; one that failed or could not be reached has nothing to say about the code. */
function failureText(error: ApiError): string {
  return (error.kind === 'server' ? error.detail : undefined) ?? NOT_REDEEMED;
}
