import type { ReactNode } from 'react'

export function SectionHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h2 className="text-xl">{title}</h2>
      {children != null && <p className="mt-2 max-w-xl text-muted">{children}</p>}
    </>
  )
}
