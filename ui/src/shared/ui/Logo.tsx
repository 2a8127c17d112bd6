/** The mark: a place marker over a demand contour. Decorative; the name is next to it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b5c54" />
      <path
        d="M6.5 22.4c3.1-3.6 6.3-3.6 9.5 0s6.4 3.6 9.5 0"
        fill="none"
        stroke="#7fd1c4"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M16 5.4a5.9 5.9 0 0 1 5.9 5.9c0 3.9-5.9 8.8-5.9 8.8s-5.9-4.9-5.9-8.8A5.9 5.9 0 0 1 16 5.4Z"
        fill="#fff"
      />
      <circle cx="16" cy="11.3" r="2.3" fill="#e0a43a" />
    </svg>
  );
}
