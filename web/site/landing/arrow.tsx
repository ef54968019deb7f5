/** After a link that leads on. Decorative. */
export const Arrow = () => (
  <svg
    viewBox="0 0 24 24"
    className="size-4 shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    aria-hidden
  >
    <path d="M5 12h14M13 6l6 6-6 6" />
  </svg>
)
