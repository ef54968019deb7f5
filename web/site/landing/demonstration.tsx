import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { scrollArea } from '#web/ui/scroll-area.ts'
import { SampleDates, SampleProducts, SampleStores } from './demonstration-samples.tsx'
import { Section } from './section.tsx'

/**
 * Three steps, from night to day, with a higher sun in each; side by side, on phones to be swiped.
 * All data in the pictures is invented and labelled as such.
 */
export function Demonstration() {
  const { t } = useTranslation('demonstration')
  return (
    <Section
      id="features"
      labelledBy="demonstration-title"
      className="scheme-dark border-y border-line bg-canvas text-ink"
    >
      <h2 id="demonstration-title" className="text-2xl">
        {t('title')}
      </h2>
      <ol
        {...scrollArea(t('title'))}
        className="mt-2 grid gap-x-5 max-md:-mx-4 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:auto-cols-[82%] max-md:grid-flow-col max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]"
      >
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
    <li className="flex snap-start flex-col">
      <StepSun step={number} />
      <h3 className="mt-3.5 text-lg">
        {number}. {t(`${name}.title`)}
      </h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">{t(`${name}.text`)}</p>
      <Card className="relative mt-auto flex min-h-54 flex-col px-4.5 py-3.5 text-sm">
        <Badge className="absolute end-3.5 top-3">{t('sample')}</Badge>
        {children}
      </Card>
    </li>
  )
}

const WIDTH = 400
const HORIZON_Y = 72
const RADIUS = 22
const rings = [33, 44]
/** Below the horizon, on it, above it. */
const centres = { 1: HORIZON_Y + 12, 2: HORIZON_Y, 3: HORIZON_Y - RADIUS - 3 }

/** The sun above one line that runs through all three steps. Decorative. */
function StepSun({ step }: { step: 1 | 2 | 3 }) {
  const centreY = centres[step]
  return (
    <div
      className="overflow-hidden border-b-2 border-rule [li:not(:last-child)>&]:-me-5"
      aria-hidden
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HORIZON_Y}`}
        className="h-18 w-full"
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
