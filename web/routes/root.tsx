import { Outlet, useRouteError, type LoaderFunctionArgs } from 'react-router'
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

/** A page broke; the layout around it stays usable. */
export function PageError() {
  const error = useRouteError()
  return (
    <div className="page py-16">
      <ErrorState error={error} onRetry={() => location.reload()} headingLevel="h1" />
    </div>
  )
}

/** The layout itself broke. */
export function RootError() {
  return (
    <main>
      <PageError />
    </main>
  )
}
