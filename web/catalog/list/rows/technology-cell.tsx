import { appIdOf } from '#contracts/catalog/facts.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { Popover } from '#web/ui/popover.tsx'
import { useRowTexts } from './row-texts.tsx'
import { cut, Unknown } from './store-cells.tsx'

const FEW = 2

type Props = { store: StoreSummary; isNamed?: boolean; only?: 'apps' | 'pixels' }

/** The first apps and pixels by name; a press shows all. Without `isNamed` only their number. */
export function TechnologyMarks({ store, isNamed = true, only }: Props) {
  const { t, formats } = useRowTexts()
  const pixels = store.pixels.map((pixel) => {
    const appId = appIdOf(pixel)
    return appId === null ? pixel : t('filters.appId', { id: appId })
  })
  const apps = store.apps.map(({ name }) => name)
  const names =
    only === 'pixels' ? pixels : [...new Set(only === 'apps' ? apps : [...apps, ...pixels])]
  if (names.length === 0) {
    return isNamed && <Unknown why={t(store.status === 'OPEN' ? 'marks.none' : 'marks.hidden')} />
  }
  const few = isNamed ? names.slice(0, FEW).join(', ') : ''
  const left = isNamed ? names.length - FEW : names.length
  const rest = left > 0 ? `+${left}` : ''
  const label = t('marks.technology', { name: store.name })
  return (
    <Popover
      label={label}
      className="w-[min(20rem,calc(100vw-1.5rem))]"
      button={{
        // The accessible name contains the visible text word for word, so that voice control users
        // can press the button by saying it.
        'aria-label': `${label}${formats.colon}${few} ${rest}`.trim(),
        title: names.join(', '),
        className:
          'relative z-1 flex h-7 max-w-full min-w-0 items-center gap-1 rounded-sm px-1 text-start hover:bg-sunken hover:text-ink',
        children: (
          <>
            {few && <span className={`min-w-0 ${cut}`}>{few}</span>}
            {rest && <span className="shrink-0 text-faint">{rest}</span>}
          </>
        ),
      }}
    >
      <Names title={t('marks.apps')} names={apps} />
      <Names title={t('marks.pixels')} names={pixels} />
    </Popover>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="not-first:mt-3">
      <p className="eyebrow">{title}</p>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="rounded-sm bg-sunken px-2 py-0.5 text-xs">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
