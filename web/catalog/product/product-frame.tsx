import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageMeta } from '#web/lib/app/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { type AccessKind, AccessPanel, EmptyState } from '#web/ui/feedback/states.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Mark } from '#web/ui/logo.tsx'

/**
 * Not behind the access guard: visitors without access stay at this address and see how to get
 * access.
 */
export function ProductFrame({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const session = useSession()
  return (
    <>
      {isPaid(session) && bar}
      <div className="page min-h-dvh py-4">
        {isPaid(session) ? (
          children
        ) : (
          <>
            <PageMeta page="product" noindex />
            {session.status === 'checking' ? (
              <ProductSkeleton />
            ) : (
              <ProductAccess kind={session.status === 'anonymous' ? 'signIn' : 'upgrade'} />
            )}
          </>
        )}
      </div>
    </>
  )
}

type LoadedProps<Product> = {
  query: UseQueryResult<Product>
  children: (product: Product) => ReactNode
}

/** A product, with the title of its page. */
export function LoadedProduct<Product extends { title: string }>(props: LoadedProps<Product>) {
  const { t } = useTranslation('product-detail')
  const { data } = props.query
  return (
    <>
      <PageMeta page="product" noindex {...(data && { title: data.title })} />
      <Loaded
        {...props}
        isLive
        headingLevel="h1"
        title={t('failed')}
        skeleton={<ProductSkeleton />}
        refusals={{
          403: () => <ProductAccess kind="upgrade" />,
          404: () => <NotFound />,
          // To the visitor, an invalid id is simply a product that does not exist.
          400: () => <NotFound />,
        }}
      />
    </>
  )
}

function NotFound() {
  const { t } = useTranslation('product-detail')
  return (
    <EmptyState
      headingLevel="h1"
      icon={<Mark className="size-12" />}
      title={t('notFound.title')}
      action={<LinkButton to={paths.list()}>{t('notFound.action')}</LinkButton>}
    >
      {t('notFound.text')}
    </EmptyState>
  )
}

function ProductAccess({ kind }: { kind: AccessKind }) {
  const { t } = useTranslation('product-detail')
  return (
    <AccessPanel
      kind={kind}
      title={t(`access.${kind}.title`)}
      text={t(`access.${kind}.text`)}
      action={t(`access.${kind}.action`)}
      second={t(`access.${kind}.second`)}
    />
  )
}

function ProductSkeleton() {
  return (
    <Skeleton className="@container">
      <Bone className="mb-4 h-9 w-56 max-w-full" />
      <div className={columns}>
        <div className={cn(pictureColumn, '@max-[56rem]:max-w-md')}>
          <Bone className="aspect-square w-full rounded-lg" />
          <div className="mt-3 grid grid-cols-4 gap-3">
            {[0, 1, 2, 3].map((at) => (
              <Bone key={at} className="aspect-square" />
            ))}
          </div>
        </div>
        <div className="grid content-start gap-4">
          <Bone className="h-4 w-24" />
          <Bone className="h-9 w-4/5" />
          <Bone className="h-8 w-32" />
          <Bone className="h-11 w-28" />
          <Bone className="mt-4 h-20" />
          <Bone className="h-32" />
        </div>
        <div className={storeColumn}>
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-56 rounded-lg" />
        </div>
      </div>
    </Skeleton>
  )
}

/**
 * One column, then two with the pictures beside the text, then a third one for the store; the
 * skeleton uses the same grid. Breakpoints depend on the room for text, so that larger letters get
 * fewer columns. Requires an `@container` around it.
 */
export const columns =
  'grid grid-cols-1 gap-x-10 gap-y-8 @min-[56rem]:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] @min-[71rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_20rem]'

export const pictureColumn = '@min-[56rem]:row-span-2 @min-[71rem]:row-span-1'
export const storeColumn =
  'grid grid-cols-1 content-start gap-6 @min-[37rem]:grid-cols-2 @min-[56rem]:grid-cols-1'
