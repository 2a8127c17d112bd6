import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StatusChip } from './StatusChip';
import { contactStatus, isContactStatus, STATUSES, statusLook } from './contact-status';

describe('the status of a company', () => {
  it('MYCO-05: a missing and an unknown status are not contacted', () => {
    for (const text of [undefined, null, '', 'zzz', 'constructor', 'Contacted']) {
      expect(isContactStatus(text)).toBe(false);
      expect(contactStatus(text)).toBe('not_contacted');
    }
    expect(contactStatus('follow_up')).toBe('follow_up');
  });

  it('MAPV-04: labels in title case, and a marker for each', () => {
    const looks = STATUSES.map(statusLook);
    expect(looks.map(({ label, letter }) => `${letter} ${label}`)).toEqual([
      'N Not Contacted',
      'C Contacted',
      'F Follow Up',
      'Q Qualified',
      'Q Proposal Sent',
      'X Not Interested',
      '✓ Converted',
      '✓ Customer',
    ]);
    expect(statusLook('customer').marker).toBe(statusLook('converted').marker);
    expect(statusLook('proposal_sent').marker).toBe(statusLook('qualified').marker);
  });

  it('MYCO-05: lists have capitals', () => {
    render(<StatusChip status="not_contacted" capitals />);
    expect(screen.getByText('NOT CONTACTED')).toBeInTheDocument();
  });
});
