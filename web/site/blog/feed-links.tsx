import { useSite } from '#web/lib/app/site.tsx'
import { paths } from '#web/paths.ts'

/**
 * Feed links in the page's head, for feed readers: the feed of the blog, and that of a category.
 */
export function FeedLinks({ category }: { category?: { slug: string; name: string } }) {
  const { origin } = useSite()
  const feeds = [{ slug: undefined, title: 'Storedawn' }, ...(category ? [titled(category)] : [])]
  return (['rss', 'atom'] as const).flatMap((format) =>
    feeds.map(({ slug, title }) => (
      <link
        key={format + title}
        rel="alternate"
        type={`application/${format}+xml`}
        title={title}
        href={origin + paths.blogFeed(slug, format === 'rss' ? 'feed' : format)}
      />
    )),
  )
}

/** Same title as in the feed itself. */
const titled = ({ slug, name }: { slug: string; name: string }) => ({
  slug,
  title: `Storedawn · ${name}`,
})
