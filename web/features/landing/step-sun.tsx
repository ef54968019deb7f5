const WIDTH = 400
const HORIZON_Y = 108
const RADIUS = 30
const rings = [44, 58, 72]
/** Below the horizon, on it, above it. */
const centres = { 1: HORIZON_Y + 16, 2: HORIZON_Y, 3: HORIZON_Y - RADIUS - 6 }

/** The sun above one line that runs through all three steps. Decorative. */
export function StepSun({ step }: { step: 1 | 2 | 3 }) {
  const centreY = centres[step]
  return (
    <div className="overflow-hidden border-b-2 border-rule lg:[li:not(:last-child)>&]:-me-6" aria-hidden>
      <svg viewBox={`0 0 ${WIDTH} ${HORIZON_Y}`} className="h-27 w-full" preserveAspectRatio="xMidYMax meet">
        <g className="fill-none stroke-sun" strokeOpacity="0.4">
          {rings.map((radius) => (
            <circle
              key={radius}
              cx={WIDTH / 2}
              cy={centreY}
              r={radius}
              strokeDasharray="1 6"
              strokeLinecap="round"
              strokeWidth="1.5"
            />
          ))}
        </g>
        <circle cx={WIDTH / 2} cy={centreY} r={RADIUS} className="fill-sun" />
      </svg>
    </div>
  )
}
