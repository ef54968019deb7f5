import { Outlet, useRevalidator, useRouteError, type LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { Layout } from '#web/features/layout/layout.tsx'
import { PaletteHost } from '#web/features/palette/palette-host.tsx'
import { layoutNamespaces, loadTexts } from '#web/lib/load-texts.ts'
import { servicesOf } from '#web/lib/services.ts'
import { ErrorState } from '#web/ui/states.tsx'

export async function rootLoader({ context }: LoaderFunctionArgs): Promise<null> {
  await loadTexts(servicesOf(context), layoutNamespaces)
  return null
}

export function RootLayout() {
  return (
    <Layout>
      <Outlet />
      <PaletteHost />
    </Layout>
  )
}

/** Shown when a page fails; the layout around it stays usable. */
export function PageError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  // Retry a failed call on the spot; after an error in the code, reload the page.
  const retry = () => (error instanceof ApiError ? void revalidate() : location.reload())
  return (
    <div className="page py-16">
      <ErrorState error={error} onRetry={retry} headingLevel="h1" />
    </div>
  )
}

/** Shown when the layout itself fails. */
export function RootError() {
  return (
    <main>
      <PageError />
    </main>
  )
}
