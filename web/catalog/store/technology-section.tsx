import { useTranslation } from 'react-i18next'
import { appIdOf } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { fieldsOf } from '#web/lib/browser/browser-storage.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { EvidenceChip } from './evidence.tsx'
import { Fact, FactChips, FactList } from './fact-list.tsx'

/** The code of these pixels is hidden, so the page shows only their number. */
const CUSTOM_PIXEL = 'Custom pixel'

/** The shop's technology, as far as its pages reveal it. */
export function TechnologySection({ store }: { store: StoreDetails }) {
  const { shopifyApps: apps, storePixels: pixels } = store
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const theme = parseTheme(store.shopifyTheme)
  const custom = pixels.filter(({ vendor }) => vendor === CUSTOM_PIXEL)
  const pixelChips: EvidenceChip[] = pixels
    .filter(({ vendor }) => vendor !== CUSTOM_PIXEL)
    .map(({ vendor, id, evidence }) => {
      const appId = appIdOf(vendor)
      const name = appId ? t('appId', { id: appId }) : vendor
      return { key: `${vendor} ${id}`, name, detail: id, evidence }
    })
  if (custom[0]) {
    const name = t('customPixels', formats.counted(custom.length))
    pixelChips.push({ key: CUSTOM_PIXEL, name, evidence: custom[0].evidence })
  }
  return (
    <FactList evidence={store.evidence}>
      <Fact
        name="theme"
        value={
          theme && (
            <>
              {theme.name} {theme.version}
              {theme.ownName && <span className="block text-muted">{theme.ownName}</span>}
            </>
          )
        }
      />
      <FactChips
        name="apps"
        items={apps.map((app) => ({
          ...app,
          key: app.handle,
          note: (
            <p className="mt-2">
              <span className="text-muted">{t('seenBy') + formats.colon}</span>
              {app.sources.map((source) => t(`appSource.${source}`)).join(', ')}
            </p>
          ),
        }))}
      />
      <FactChips name="pixels" items={pixelChips} />
    </FactList>
  )
}

/**
 * The theme under its vendor's name, with its version, and the merchant's own name for it if that
 * adds information. Null when the text describes no theme: it comes from a shop's page and is
 * untrusted.
 */
export function parseTheme(text: string | null) {
  const { name, schemaName, schemaVersion } = fieldsIn(text)
  const [product, own] = [textOf(schemaName), textOf(name)]
  const shown = product ?? own
  if (!shown) return null
  return {
    name: shown,
    version: product ? textOf(schemaVersion) : null,
    ownName: own === shown ? null : own,
  }
}

function fieldsIn(text: string | null): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null
