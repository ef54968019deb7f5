import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { SampleDates, SampleProducts, SampleStores } from './demonstration-samples.tsx'
import { Section } from './section.tsx'

/**
 * Three steps, from night to day, with a higher sun in each. All data in the pictures is invented
 * and labelled as such.
 */
export function Demonstration() {
  const { t } = useTranslation('demonstration')
  return (
    <Section
      labelledBy="demonstration-title"
      className="scheme-dark border-y border-line bg-canvas text-ink"
    >
      <div className="max-w-2xl">
        <h2 id="demonstration-title" className="text-2xl">
          {t('title')}
        </h2>
        <p className="mt-4 text-lg text-muted">{t('text')}</p>
      </div>
      <ol className="mt-6 grid gap-x-6 gap-y-12 lg:grid-cols-3">
        <Step number={1} name="dates">
          <SampleDates />
        </Step>
        <Step number={2} name="stores">
          <SampleStores />
        </Step>
        <Step number={3} name="products">
          <SampleProducts />
        </Step>
      </ol>
    </Section>
  )
}

type StepProps = { number: 1 | 2 | 3; name: 'dates' | 'stores' | 'products'; children: ReactNode }

function Step({ number, name, children }: StepProps) {
  const { t } = useTranslation('demonstration')
  return (
    <li className="flex flex-col">
      <StepSun step={number} />
      <div className="flex flex-1 flex-col pt-6">
        <p className="text-xs font-semibold text-sun-ink">{t('step', { number })}</p>
        <h3 className="mt-1 text-xl">{t(`${name}.title`)}</h3>
        <p className="mt-2 mb-6 text-muted">{t(`${name}.text`)}</p>
        <Card className="mt-auto flex min-h-90 flex-col overflow-hidden">
          <p className="flex justify-end border-b border-line px-4 py-2.5">
            <Badge>{t('sample')}</Badge>
          </p>
          {children}
        </Card>
      </div>
    </li>
  )
}

const WIDTH = 400
const HORIZON_Y = 108
const RADIUS = 30
const rings = [44, 58, 72]
/** Below the horizon, on it, above it. */
const centres = { 1: HORIZON_Y + 16, 2: HORIZON_Y, 3: HORIZON_Y - RADIUS - 6 }

/** The sun above one line that runs through all three steps. Decorative. */
function StepSun({ step }: { step: 1 | 2 | 3 }) {
  const centreY = centres[step]
  return (
    <div
      className="overflow-hidden border-b-2 border-rule lg:[li:not(:last-child)>&]:-me-6"
      aria-hidden
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HORIZON_Y}`}
        className="h-27 w-full"
        preserveAspectRatio="xMidYMax meet"
      >
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
