import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StatusChip } from './StatusChip';
import { contactStatus, CONTACT_STATUSES, statusLook } from './contact-status';

describe('the status of a company', () => {
  it('MYCO-05: a missing and an unknown status are not contacted', () => {
    for (const value of [undefined, null, '', 'zzz', 'constructor', 7]) {
      expect(contactStatus(value)).toBe('not_contacted');
    }
    expect(contactStatus('follow_up')).toBe('follow_up');
  });

  it('MAPV-04: labels in title case, and a marker for each', () => {
    expect(Object.values(CONTACT_STATUSES).map(({ label, letter }) => `${letter} ${label}`)).toEqual([
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

  it('MYCO-05: lists have capitals; what is unknown never becomes a class', () => {
    const { container } = render(<StatusChip status={'"><b>x'} capitals />);
    expect(screen.getByText('NOT CONTACTED')).toBeInTheDocument();
    expect(container.innerHTML).not.toContain('<b>');
  });
});
