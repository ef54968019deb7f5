import { factOf } from '#discovery/extract/fact.ts'
import { countOf, idOf, textOf } from '#discovery/extract/json-value.ts'
import type { Fact, Theme } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage, Visit } from '#discovery/extract/visit.ts'

function themeOf({ globals, headers }: ReadPage): { theme: Theme; path: string } | null {
  const { theme, perfKit, boomerang } = globals
  const schemaName = textOf(theme?.['schema_name'], 200) ?? perfKit?.themeName ?? boomerang?.themeName ?? null
  const schemaVersion =
    textOf(theme?.['schema_version'], 50) ?? perfKit?.themeVersion ?? boomerang?.themeVersion ?? null
  const id = idOf(theme?.['id']) ?? perfKit?.themeId ?? headers.themeId
  const name = textOf(theme?.['name'], 200)
  if (!id && !name && !schemaName) return null
  const path = theme ? 'Shopify.theme' : perfKit ? 'script[data-theme-name]' : 'header server-timing'
  return {
    theme: { name, id, schemaName, schemaVersion, themeStoreId: countOf(theme?.['theme_store_id']) },
    path,
  }
}

/** The live theme: from the page's global, completed by two analytics scripts that repeat the theme's product name. */
export function extractTheme(visit: Visit): Fact<Theme> | null {
  for (const page of visit.pages) {
    const found = themeOf(page)
    if (found) return factOf(found.theme, 'observed', page.page, found.path)
  }
  return null
}
