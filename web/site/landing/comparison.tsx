import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/logo.tsx'
import { NextStep } from './next-step.tsx'
import { Section } from './section.tsx'

const rows = ['find', 'age', 'products', 'contact', 'trust'] as const

/** The same work twice: at night without Storedawn, and at dawn with it. */
export function Comparison() {
  const { t } = useTranslation('comparison')
  return (
    <Section labelledBy="comparison-title">
      <div className="max-w-2xl">
        <h2 id="comparison-title" className="text-2xl">
          {t('title')}
        </h2>
        <p className="mt-4 text-lg text-muted">{t('text')}</p>
      </div>
      <div className="mt-10 overflow-hidden rounded-lg border border-line md:grid md:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="max-md:hidden" aria-hidden />
        <p
          className="flex items-center bg-sunken px-6 pt-5 pb-4 font-semibold text-muted max-md:hidden"
          aria-hidden
        >
          {t('old')}
        </p>
        <p
          className="flex items-center gap-3 border-t-4 border-sun bg-surface px-6 py-4 font-semibold max-md:hidden"
          aria-hidden
        >
          <Mark className="size-6" />
          {t('new')}
        </p>
        <ul className="contents">
          {rows.map((row) => (
            <ComparisonRow key={row} row={row} />
          ))}
        </ul>
      </div>
      <div className="mt-8">
        <NextStep label={t('action')} to={paths.login()} />
      </div>
    </Section>
  )
}

function ComparisonRow({ row }: { row: (typeof rows)[number] }) {
  const { t } = useTranslation('comparison')
  return (
    <li className="border-line max-md:border-b max-md:last:border-b-0 md:contents">
      <h3 className="px-5 pt-5 text-base leading-snug tracking-normal md:border-t md:border-line md:px-5 md:py-5">
        {t(`rows.${row}.name`)}
      </h3>
      <p className="flex gap-3 px-5 pt-3 pb-4 text-sm text-muted md:border-t md:border-line md:bg-sunken md:px-6 md:py-5">
        <Minus className="mt-0.5 size-4.5 shrink-0 text-faint" aria-hidden />
        <span>
          <span className="mb-0.5 block text-xs font-semibold md:sr-only">{t('old')}</span>
          {t(`rows.${row}.old`)}
        </span>
      </p>
      <p className="flex gap-3 border-s-4 border-sun bg-surface px-4 py-4 text-sm md:border-s-0 md:border-t md:border-t-line md:px-6 md:py-5">
        <Check className="mt-0.5 size-4.5 shrink-0 text-good" aria-hidden />
        <span>
          <span className="mb-0.5 block text-xs font-semibold md:sr-only">{t('new')}</span>
          {t(`rows.${row}.new`)}
        </span>
      </p>
    </li>
  )
}
