const HORIZON_Y = 460
const SUN_X = 1200
const SUN_RADIUS = 96
const rings = [160, 236, 328, 440]

/** Dawn: a half sun and its rings, on the line that opens the ledger below. Decorative. */
export function Horizon() {
  return (
    <svg
      className="absolute -right-36 bottom-0 -z-10 h-72 w-[62.5rem] lg:right-0 lg:h-full lg:w-full"
      viewBox={`0 0 1600 ${HORIZON_Y}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <defs>
        <radialGradient
          id="dawn"
          gradientUnits="userSpaceOnUse"
          cx={SUN_X}
          cy={HORIZON_Y}
          r="900"
          gradientTransform={`translate(0 ${HORIZON_Y * 0.4}) scale(1 0.6)`}
        >
          <stop offset="0" className="[stop-color:var(--color-sun)]" stopOpacity="0.34" />
          <stop offset="0.4" className="[stop-color:var(--color-sun)]" stopOpacity="0.1" />
          <stop offset="1" className="[stop-color:var(--color-sun)]" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-1600" y="-1000" width="4800" height={1000 + HORIZON_Y} fill="url(#dawn)" />
      <g className="fill-none stroke-sun" strokeOpacity="0.45">
        {rings.map((radius) => (
          <path
            key={radius}
            d={`M${SUN_X - radius} ${HORIZON_Y}a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
            strokeDasharray="1 6"
            strokeLinecap="round"
            strokeWidth="1.5"
          />
        ))}
      </g>
      <path
        d={`M${SUN_X - SUN_RADIUS} ${HORIZON_Y}a${SUN_RADIUS} ${SUN_RADIUS} 0 0 1 ${SUN_RADIUS * 2} 0z`}
        className="fill-sun"
      />
    </svg>
  )
}
