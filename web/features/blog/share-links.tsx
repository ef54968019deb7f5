import { useTranslation } from 'react-i18next'
import type { Article } from '#contracts/blog.ts'
import { useSite } from '#web/lib/site.tsx'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'

const LOOK = 'link inline-flex min-h-9 items-center pointer-coarse:min-h-11'

/** Plain links: the page loads nothing from the networks until a reader follows one. */
export function ShareLinks({ article: { title, slug } }: { article: Pick<Article, 'title' | 'slug'> }) {
  const { t } = useTranslation('blog')
  const { origin } = useSite()
  const address = origin + paths.article(slug)
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)]
  const targets = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
    ['X', `https://x.com/intent/post?url=${url}&text=${text}`],
    ['Reddit', `https://www.reddit.com/submit?url=${url}&title=${text}`],
  ] as const
  return (
    <div className="mt-12 flex max-w-prose flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-5 text-sm">
      <p className="font-semibold">{t('share.title')}</p>
      {targets.map(([name, href]) => (
        <ExternalLink key={name} href={href} className={LOOK}>
          {name}
        </ExternalLink>
      ))}
      <a href={`mailto:?subject=${text}&body=${url}`} className={LOOK}>
        {t('share.mail')}
      </a>
      <CopyButton value={address} label={t('share.address')} />
    </div>
  )
}
