import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Change } from '#contracts/workspace/changes.ts'
import { EvidenceMark } from '#web/catalog/store/evidence.tsx'
import { useItemText } from '#web/catalog/store/item-text.ts'
import { ProductChange, useValueText } from '#web/catalog/store/timeline-event.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { changeIcons, useSentence } from './change-sentence.ts'

/** By UTC day, then by store; both in the order of the changes. */
export function groupChanges(changes: readonly Change[]) {
  const days = Map.groupBy(changes, ({ at }) => at.slice(0, 10))
  return [...days].map(([day, ofDay]) => ({
    day,
    stores: [...Map.groupBy(ofDay, ({ store }) => store.id).values()],
  }))
}

/** A store once a day, its changes beside it. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const formats = useFormats()
  return (
    <ol>
      {groupChanges(changes).map(({ day, stores }) => (
        <li key={day}>
          <h2 className="sticky top-below z-5 -mx-pad flex h-6.5 items-center border-b border-line bg-sunken px-pad text-xs font-semibold text-muted">
            <time dateTime={day}>{formats.day(day)}</time>
          </h2>
          <ul>
            {stores.map((own) => (
              <StoreChanges key={own[0]?.store.id} changes={own} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function StoreChanges({ changes }: { changes: readonly Change[] }) {
  const [first] = changes
  return (
    first && (
      <li className="grid grid-cols-1 gap-x-4 border-b border-line max-work:py-1 work:grid-cols-[16rem_minmax(0,1fr)]">
        <StoreCell store={first.store} />
        <ul>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      </li>
    )
  )
}

const StoreCell = ({ store: { id, name, domain, country, logoUrl } }: Pick<Change, 'store'>) => (
  <div className="relative flex h-9 min-w-0 items-center gap-2 text-xs leading-4">
    <StoreLogo url={logoUrl} name={name} className="size-6.5! text-xs" />
    <div className="min-w-0">
      <Link
        to={paths.store(id, { tab: 'timeline' })}
        className="block truncate text-sm leading-4 font-semibold after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      <p className="truncate text-muted">
        {domain}
        {country && ` · ${country}`}
      </p>
    </div>
  </div>
)

/** The certainty of a change is said only where it was not observed. */
function ChangeRow({ change }: { change: Change }) {
  const { t } = useTranslation(['store-details', 'list'])
  const formats = useFormats()
  const Icon = changeIcons[change.kind]
  const isWeak = change.strength === 'weak'
  return (
    <li className="flex min-h-9 items-center gap-2 text-sm hover:bg-sunken">
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 py-1 wrap-anywhere first-letter:uppercase work:truncate">
        <Sentence change={change} />
      </p>
      {isWeak && <Badge>{t('timeline.weak')}</Badge>}
      <EvidenceMark
        of={t(`list:changes.${change.kind}`)}
        evidence={change.evidence}
        note={isWeak && <p className="mt-1 text-muted">{t('timeline.weakHint')}</p>}
      >
        <time dateTime={change.at} className="tabular-nums">
          {formats.time(change.at)}
        </time>
      </EvidenceMark>
    </li>
  )
}

/** What happened, and what the words do not name yet: item, values or the first product. */
function Sentence({ change }: { change: Change }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const did = useSentence([change])
  const item = useItemText()(change)
  const values = useValueText(change)
  const isSaid = change.kind === 'theme_changed' && change.before !== null && change.after !== null
  const unsaid = [item, isSaid ? null : values].filter((text) => text && !did.includes(text))
  const [product] = change.products?.named ?? []
  const others = (change.products?.total ?? 0) - 1
  return (
    <>
      {did} {unsaid.length > 0 && <span className="text-muted">{unsaid.join(' ')}</span>}
      {product && (
        <span className="ms-1 text-muted">
          <Link to={paths.product(product.id)} className="link">
            {product.title}
          </Link>{' '}
          <ProductChange kind={change.kind} product={product} />
          {others > 0 && ` ${t('timeline.more', formats.counted(others))}`}
        </span>
      )}
    </>
  )
}
