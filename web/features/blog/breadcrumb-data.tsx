import { useSite } from '#web/lib/site.tsx'
import { StructuredData } from '#web/lib/structured-data.tsx'

/** Breadcrumbs of a page, for search engines. */
export function BreadcrumbData({ way }: { way: readonly { name: string; path: string }[] }) {
  const { origin } = useSite()
  const itemListElement = way.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: origin + path,
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}
