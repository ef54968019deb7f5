import { useTranslation } from 'react-i18next'
import type { OpenStore } from '#contracts/site/highlights.ts'
import type { SampleScreen } from '#contracts/site/sample.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import {
  cell,
  ConfidenceDot,
  Hatched,
  head,
  NameCell,
  OfferCell,
  OriginCell,
  row,
  TechnologyCell,
} from '#web/site/open-store/row-parts.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'

const columns = [
  ['found', 'ps-4.5 @max-[38rem]:hidden'],
  ['store', ''],
  ['origin', ''],
  ['offer', '@max-[60rem]:hidden'],
  ['technology', '@max-[74rem]:hidden'],
  ['contact', '@max-[60rem]:hidden'],
] as const

export function SampleList({ list }: { list: SampleScreen['list'] }) {
  const { t } = useTranslation(['sample', 'hero'])
  const { number } = useFormats()
  const { page, size, totalElements, totalPages, content } = list
  const from = page * size
  const pages = <Pagination page={page} totalPages={totalPages} hrefOf={(to) => paths.sample(to)} />
  return (
    <section
      aria-labelledby="list-title"
      className="@container overflow-hidden rounded-lg border border-line bg-surface shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-4.5 py-2 @max-[38rem]:px-3.5">
        <h2 id="list-title" className="text-base">
          {t('sample:list.title')}
        </h2>
        <p className="text-sm text-muted">
          {t('sample:list.range', {
            from: number(Math.min(from + 1, totalElements)),
            to: number(from + content.length),
            total: number(totalElements),
          })}
        </p>
        <div className="ms-auto @max-[38rem]:hidden">{pages}</div>
      </div>
      <table className="w-full text-sm @max-[38rem]:block">
        <caption className="sr-only">{t('sample:list.title')}</caption>
        <thead className="@max-[38rem]:hidden">
          <tr>
            {columns.map(([name, className]) => (
              <th key={name} scope="col" className={cn(head, className)}>
                {t(`hero:ledger.${name}`)}
              </th>
            ))}
            <th scope="col" className={cn(head, 'pe-4.5')}>
              {t('sample:list.confidence')}
            </th>
          </tr>
        </thead>
        <tbody className="@max-[38rem]:block">
          {content.map((store) => (
            <StoreRow key={store.domain} store={store} />
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule bg-canvas px-4.5 py-2 text-sm text-muted @max-[38rem]:px-3.5">
        <p>{t('sample:list.note')}</p>
        {pages}
      </div>
    </section>
  )
}

const widths = ['w-20', 'w-28', 'w-24', 'w-26'] as const

function StoreRow({ store }: { store: OpenStore }) {
  const { t } = useTranslation(['sample', 'common'])
  const { time } = useFormats()
  return (
    <tr className={row}>
      <td className={cn(cell, 'ps-4.5 text-muted @max-[38rem]:hidden')}>
        <time dateTime={store.foundAt}>{time(store.foundAt)}</time>
      </td>
      <NameCell store={store} />
      <OriginCell store={store} />
      <OfferCell store={store} />
      <TechnologyCell store={store} />
      <td className={cn(cell, '@max-[60rem]:hidden')}>
        {store.hasEmail || store.hasPhone ? (
          <span className="inline-flex items-center gap-2 text-muted">
            <span className="sr-only">{t('sample:masked')}</span>
            {store.hasEmail && (
              <>
                <LineIcon name="mail" className="size-4" />
                <Hatched className={widths[store.name.length % widths.length] ?? 'w-24'} />
              </>
            )}
            {store.hasPhone && <LineIcon name="phone" className="size-4" />}
          </span>
        ) : (
          <span className="text-muted">{t('common:notPublished')}</span>
        )}
      </td>
      <td className="pe-4.5 ps-3 whitespace-nowrap @max-[38rem]:col-start-3 @max-[38rem]:row-span-2 @max-[38rem]:row-start-1 @max-[38rem]:p-0 @max-[38rem]:text-xs">
        <span className="inline-flex items-center gap-1.5">
          <ConfidenceDot level={store.launchConfidence} />
          {t(`sample:list.level.${store.launchConfidence}`)}
        </span>
      </td>
    </tr>
  )
}
