import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { SampleDates } from './sample-dates.tsx'
import { SampleProducts } from './sample-products.tsx'
import { SampleStores } from './sample-stores.tsx'
import { Section } from './section.tsx'
import { StepSun } from './step-sun.tsx'

/** Three steps, from night to day, with a higher sun in each. All data in the pictures is invented and labelled as such. */
export function Demonstration() {
  const { t } = useTranslation('demonstration')
  return (
    <Section labelledBy="demonstration-title" className="scheme-dark border-y border-line bg-canvas text-ink">
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
