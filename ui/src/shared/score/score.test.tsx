import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ScoreBadge } from './ScoreBadge';
import { scoreClass } from './score';

describe('scores', () => {
  it.each([
    [100, 'high'],
    [70, 'high'],
    [69.6, 'high'],
    [69.4, 'medium'],
    [50, 'medium'],
    [49.5, 'medium'],
    [49.4, 'low'],
    [0, 'low'],
  ])('MYCO-04: %f is %s', (score, level) => {
    expect(scoreClass(score)).toBe(level);
  });

  it('MYCO-04: shown rounded, with its class; risks have none', () => {
    const { unmount } = render(<ScoreBadge score={71.6} />);
    expect(screen.getByText('72').closest('[data-class]')).toHaveClass('high');
    unmount();
    render(<ScoreBadge score={71.6} risk />);
    expect(screen.getByText('72').closest('[data-class]')).toBeNull();
  });
});
