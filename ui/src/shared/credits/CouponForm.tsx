/** The field for a coupon code, its button, and the line that says what came of it. */
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { asCode, NO_CODE } from './use-redemption';
import classes from './CouponForm.module.css';

export interface CouponMessage {
  tone: 'good' | 'bad';
  text: string;
}

interface CouponFormProps {
  code: string;
  onCode: (code: string) => void;
  message: CouponMessage | null;
  onMessage: (message: CouponMessage | null) => void;
  /** Redeems a trimmed code that is not empty; answers whether it was redeemed. */
  onRedeem: (code: string) => Promise<boolean>;
}

export function CouponForm({ code, onCode, message, onMessage, onRedeem }: CouponFormProps) {
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async () => {
    if (busy) return;
    const wanted = code.trim();
    if (wanted === '') {
      onMessage({ tone: 'bad', text: NO_CODE });
      return;
    }
    onMessage(null);
    setBusy(true);
    const redeemed = await onRedeem(wanted);
    setBusy(false);
    if (redeemed) onCode('');
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
          onCode(asCode(event.currentTarget.value));
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
