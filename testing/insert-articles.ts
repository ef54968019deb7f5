import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AppContext } from '#server/platform/context.ts'
import { loadArticles } from '#server/site/blog/load-articles.ts'

const articleOf = (id: number, slug: string) => `---
id: ${id}
slug: ${slug}
title: About ${slug}
excerpt: What is to be known of ${slug}
category: SEO
tags: [lamps]
author: Ada
publishedAt: 2026-03-0${id}
---

## Light

Of ${slug}.
`

export async function insertArticles(ctx: Pick<AppContext, 'db'>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'articles-'))
  try {
    for (const [at, slug] of ['lamps', 'lights'].entries())
      await writeFile(path.join(folder, `${slug}.md`), articleOf(at + 1, slug))
    await loadArticles(ctx, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
