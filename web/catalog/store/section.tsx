import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type storeDetails from '#i18n/locales/en/store-details.json'
import {
  type ListReturn,
  oneStepFurther,
  readListReturn,
} from '#web/lib/navigation/return-state.ts'
import { Card } from '#web/ui/card.tsx'

type SectionName = keyof (typeof storeDetails)['sections']

type Props = { name: SectionName; more?: ReactNode; children: ReactNode }

/** One card of the details under its heading; not shown when none of its facts is published. */
export function Section({ name, more, children }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <Card className="min-w-0 has-[dl:empty]:hidden">
      <section aria-labelledby={name}>
        <h2 id={name} className="float-start px-4 py-3 text-sm font-semibold">
          {t(`sections.${name}`)}
        </h2>
        <p className="flex min-h-11 items-center justify-end gap-3 px-4 text-sm text-muted">
          {more}
        </p>
        <div className="clear-both">{children}</div>
      </section>
    </Card>
  )
}

/** The store's page, where its sections are shown elsewhere. */
export const StorePageContext = createContext<{ to: string; state: ListReturn } | null>(null)

/** Opens another tab of the store; the list is one more step back. */
export function TabLink({ tab, children }: { tab: 'products' | 'timeline'; children: ReactNode }) {
  const { state } = useLocation()
  const page = use(StorePageContext)
  return (
    <Link
      to={`${page?.to ?? ''}?tab=${tab}`}
      state={page?.state ?? oneStepFurther(readListReturn(state))}
      preventScrollReset={page === null}
      className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}
