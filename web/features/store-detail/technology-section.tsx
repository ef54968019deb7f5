import type { StoreDetails } from '#contracts/stores.ts'
import { Fact, FactList } from './fact-list.tsx'
import { parseTheme } from './parse-theme.ts'

/** What the shop is built with, as far as its pages tell. */
export function TechnologySection({ store }: { store: StoreDetails }) {
  const { evidence, shopifyApps: apps, storePixels: pixels } = store
  const theme = parseTheme(store.shopifyTheme)
  return (
    <FactList>
      <Fact
        name="theme"
        evidence={evidence}
        value={
          theme && (
            <>
              {theme.name} {theme.version}
              {theme.ownName && <span className="block text-muted">{theme.ownName}</span>}
            </>
          )
        }
      />
      <Fact
        name="apps"
        evidence={evidence}
        value={
          apps.length > 0 ? <Chips items={apps.map(({ handle, name }) => ({ key: handle, name }))} /> : null
        }
      />
      <Fact
        name="pixels"
        evidence={evidence}
        value={
          pixels.length > 0 ? (
            <Chips
              items={pixels.map(({ vendor, id }) => ({ key: `${vendor} ${id}`, name: vendor, detail: id }))}
            />
          ) : null
        }
      />
    </FactList>
  )
}

type Chip = { key: string; name: string; detail?: string | null }

const Chips = ({ items }: { items: readonly Chip[] }) => (
  <ul className="flex flex-wrap gap-1.5 py-1">
    {items.map(({ key, name, detail }) => (
      <li key={key} className="max-w-full rounded-sm border border-line bg-canvas px-2 py-0.5 break-words">
        {name}
        {detail && <span className="ms-1.5 font-mono text-xs text-faint">{detail}</span>}
      </li>
    ))}
  </ul>
)
