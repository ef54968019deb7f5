import { useTranslation } from 'react-i18next'
import type { Article } from '#contracts/blog.ts'
import { useSite } from '#web/lib/site.tsx'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Plain links: nothing of the networks is loaded until somebody goes there. */
export function ShareLinks({ article: { title, slug } }: { article: Pick<Article, 'title' | 'slug'> }) {
  const { t } = useTranslation('blog')
  const { origin } = useSite()
  const address = origin + paths.article(slug)
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)]
  const targets = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
    ['X', `https://x.com/intent/post?url=${url}&text=${text}`],
    ['Reddit', `https://www.reddit.com/submit?url=${url}&title=${text}`],
    [t('share.mail'), `mailto:?subject=${text}&body=${url}`],
  ] as const
  return (
    <div className="mt-12 flex max-w-prose flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-5 text-sm">
      <p className="font-semibold">{t('share.title')}</p>
      {targets.map(([name, href]) => (
        <a
          key={name}
          href={href}
          target={href.startsWith('https:') ? '_blank' : undefined}
          rel="noopener noreferrer"
          className="link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
        >
          {name}
        </a>
      ))}
      <CopyButton value={address} label={t('share.address')} />
    </div>
  )
}
