import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Highlights } from '#contracts/site/highlights.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Country } from '#web/ui/store/labels.tsx'

type Recent = Pick<
  Highlights['recent'][number],
  'name' | 'country' | 'productCount' | 'foundDay'
> & { key: string }

const sampleKeys = ['first', 'second', 'third'] as const
const sampleDetails = {
  first: { country: 'PT', productCount: 36 },
  second: { country: 'CA', productCount: 12 },
  third: { country: 'DE', productCount: 58 },
}

type Props = { recent: Highlights['recent']; isPending: boolean }

/** The three newest stores; labelled samples as long as there are none. */
export function LatestStores({ recent, isPending }: Props) {
  const { t } = useTranslation('hero')
  const isSample = recent.length === 0 && !isPending
  const rows: Recent[] = isSample
    ? sampleKeys.map((key) => ({
        key,
        name: t(`ledger.samples.${key}`),
        foundDay: '',
        ...sampleDetails[key],
      }))
    : recent.map((store, at) => ({ ...store, key: `${store.foundDay} ${store.name} ${at}` }))
  return (
    <Card className="overflow-hidden shadow-float">
      <div className="flex items-center justify-between gap-3 border-b border-rule px-5 py-3">
        <h2 className="text-base font-semibold tracking-normal">{t('ledger.title')}</h2>
        <Badge tone={isSample ? 'plain' : 'sun'}>
          {t(isSample ? 'ledger.sample' : 'ledger.live')}
        </Badge>
      </div>
      <ul className="min-h-66">
        {rows.map((store) => (
          <StoreRow key={store.key} store={store} />
        ))}
      </ul>
    </Card>
  )
}

function StoreRow({ store }: { store: Recent }) {
  const { t } = useTranslation(['hero', 'common'])
  const visitor = visitorOf(useSession())
  const formats = useFormats()
  return (
    <li className="grid min-h-22 grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line px-5 py-3 last:border-0">
      <div className="min-w-0">
        <p className="line-clamp-2 text-lg leading-6 font-semibold">{store.name}</p>
        <dl className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
          {store.foundDay && (
            <Fact name={t('ledger.found')}>{formats.shortDay(store.foundDay)}</Fact>
          )}
          {store.country && (
            <div>
              <dt className="sr-only">{t('ledger.country')}</dt>
              <dd>
                <Country code={store.country} />
              </dd>
            </div>
          )}
          <Fact name={t('ledger.products')}>
            {store.productCount === null
              ? t('common:notPublished')
              : formats.number(store.productCount)}
          </Fact>
        </dl>
      </div>
      <Link
        to={storeLink(visitor, store.foundDay)}
        aria-label={t('ledger.viewStore', { name: store.name })}
        className="link inline-flex min-h-11 items-center gap-1 text-sm font-semibold"
      >
        {t('ledger.view')}
        <ArrowRight className="size-4" aria-hidden />
      </Link>
    </li>
  )
}

/**
 * Visitors who are not signed in go to the sign-in page, guests to the prices, members to the
 * store's day in the list.
 */
function storeLink(visitor: Visitor, foundDay: string): string {
  if (visitor === 'anonymous') return paths.login()
  if (visitor === 'guest') return paths.pricing()
  return paths.list(foundDay ? { mode: 'single', date: foundDay } : {})
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
