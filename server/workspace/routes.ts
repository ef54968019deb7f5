import * as briefApi from '#contracts/workspace/brief.ts'
import * as webhooksApi from '#contracts/workspace/integrations.ts'
import { toStoreId } from '#contracts/ids.ts'
import * as changesApi from '#contracts/workspace/changes.ts'
import * as exclusionsApi from '#contracts/workspace/exclusions.ts'
import * as followsApi from '#contracts/workspace/follows.ts'
import * as exportsApi from '#contracts/workspace/exports.ts'
import * as deliveriesApi from '#contracts/workspace/deliveries.ts'
import * as listViewsApi from '#contracts/workspace/list-views.ts'
import * as bulkApi from '#contracts/workspace/bulk.ts'
import * as leadsApi from '#contracts/workspace/leads.ts'
import * as listsApi from '#contracts/workspace/lists.ts'
import * as savedSearchesApi from '#contracts/workspace/saved-searches.ts'
import * as savedApi from '#contracts/workspace/saved.ts'
import * as templatesApi from '#contracts/workspace/templates.ts'
import type { AccountServices } from '#server/accounts/api.ts'
import { type CatalogServices, createDetailsLimit } from '#server/catalog/api.ts'
import { limits } from '#server/workspace/limits.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { streamRoute } from '#server/platform/http/stream-route.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { getBrief, testBrief } from './brief/get-brief.ts'
import { getBriefSettings, putBriefSettings } from './brief/brief-settings.ts'
import { changeStores } from './bulk/change-stores.ts'
import { undoChange } from './bulk/undo-change.ts'
import { listChanges } from './changes.ts'
import { createFollow, deleteFollow, listFollows } from './follows/follows.ts'
import { listDeliveries } from './deliveries.ts'
import { createList, deleteList, listLists, renameList } from './lists/lists.ts'
import { addExclusions } from './exclusions/add-exclusions.ts'
import {
  downloadExclusions,
  emptyExclusions,
  listExclusions,
  removeExclusions,
} from './exclusions/exclusions.ts'
import { downloadExport } from './exports/export-download.ts'
import { createExport } from './exports/export-tickets.ts'
import { getExportRights } from './exports/export-usage.ts'
import { createFeed, deleteFeed, listFeeds } from './feeds/feeds.ts'
import { mergeLead, putLead } from './leads/change-lead.ts'
import { getLead, listLeads } from './leads/leads.ts'
import { dismissErasedLeads, listStages, putStages } from './leads/stages.ts'
import { getListView, putListView } from './list-views/list-views.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  markSearchSeen,
  updateSavedSearch,
} from './saved-searches/saved-searches.ts'
import { listSavedProducts, saveProduct, unsaveProduct } from './saved/saved-products.ts'
import { listSavedStores, saveStore, unsaveStore } from './saved/saved-stores.ts'
import { listTags } from './saved/tags.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from './templates/templates.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from './webhooks/webhooks.ts'

export function savedRoutes(app: App<CatalogServices>): void {
  route(app, savedApi.saveStore, ({ ctx, body }) => saveStore(ctx, body))
  route(app, savedApi.unsaveStore, ({ ctx, params }) => unsaveStore(ctx, toStoreId(params.id)))
  route(app, savedApi.listSavedStores, ({ ctx, query }) => listSavedStores(ctx, query))
  route(app, savedApi.saveProduct, ({ ctx, body }) => saveProduct(ctx, body))
  route(app, savedApi.unsaveProduct, ({ ctx, params }) =>
    unsaveProduct(ctx, Number(params.savedId)),
  )
  route(app, savedApi.listSavedProducts, ({ ctx, query }) => listSavedProducts(ctx, query))
  route(app, savedApi.listSavedTags, ({ ctx }) => listTags(ctx))
}

export function listRoutes(app: App<CatalogServices>): void {
  route(app, listsApi.listLists, ({ ctx }) => listLists(ctx))
  route(app, listsApi.createList, ({ ctx, body }) => createList(ctx, body))
  route(app, listsApi.renameList, ({ ctx, params, body }) =>
    renameList(ctx, { ...body, ...params }),
  )
  route(app, listsApi.deleteList, ({ ctx, params }) => deleteList(ctx, params.id))
  route(app, bulkApi.changeStores, ({ ctx, body }) => changeStores(ctx, body))
  route(app, bulkApi.undoChange, ({ ctx, params }) => undoChange(ctx, params.id))
}

export function leadRoutes(app: App<CatalogServices>): void {
  route(app, leadsApi.listStages, ({ ctx, query }) => listStages(ctx, query))
  route(app, leadsApi.putStages, ({ ctx, body }) => putStages(ctx, body))
  route(app, leadsApi.listLeads, ({ ctx, query }) => listLeads(ctx, query))
  route(app, leadsApi.getLead, ({ ctx, params }) => getLead(ctx, toStoreId(params.storeId)))
  route(app, leadsApi.putLead, ({ ctx, params, body }) =>
    putLead(ctx, { ...body, storeId: toStoreId(params.storeId) }),
  )
  route(app, leadsApi.mergeLead, ({ ctx, params, body }) =>
    mergeLead(ctx, { ...body, storeId: toStoreId(params.storeId) }),
  )
  route(app, leadsApi.dismissErasedLeads, ({ ctx }) => dismissErasedLeads(ctx))
  route(app, templatesApi.listTemplates, ({ ctx }) => listTemplates(ctx))
  route(app, templatesApi.createTemplate, ({ ctx, body }) => createTemplate(ctx, body))
  route(app, templatesApi.updateTemplate, ({ ctx, params, body }) =>
    updateTemplate(ctx, { ...body, ...params }),
  )
  route(app, templatesApi.deleteTemplate, ({ ctx, params }) => deleteTemplate(ctx, params.id))
}

export function savedSearchRoutes(app: App<CatalogServices>): void {
  route(app, savedSearchesApi.listSavedSearches, ({ ctx }) => listSavedSearches(ctx))
  route(app, savedSearchesApi.createSavedSearch, ({ ctx, body }) => createSavedSearch(ctx, body))
  route(app, savedSearchesApi.updateSavedSearch, ({ ctx, params, body }) =>
    updateSavedSearch(ctx, { ...body, ...params }),
  )
  route(app, savedSearchesApi.deleteSavedSearch, ({ ctx, params }) =>
    deleteSavedSearch(ctx, params.id),
  )
  route(app, savedSearchesApi.markSearchSeen, ({ ctx, params }) => markSearchSeen(ctx, params.id))
  route(app, listViewsApi.getListView, ({ ctx }) => getListView(ctx))
  route(app, listViewsApi.putListView, ({ ctx, body }) => putListView(ctx, body))
}

export function exclusionRoutes(app: App<CatalogServices>): void {
  route(app, exclusionsApi.listExclusions, ({ ctx, query }) => listExclusions(ctx, query))
  route(app, exclusionsApi.addExclusions, ({ ctx, query, text }) =>
    addExclusions(ctx, { ...query, text }),
  )
  route(app, exclusionsApi.removeExclusion, ({ ctx, params }) => removeExclusions(ctx, params))
  route(app, exclusionsApi.undoExclusionUpload, ({ ctx, params }) =>
    removeExclusions(ctx, { uploadId: params.id }),
  )
  route(app, exclusionsApi.emptyExclusions, ({ ctx }) => emptyExclusions(ctx))
  streamRoute(app, exclusionsApi.downloadExclusions, ({ ctx, params, acquire }) =>
    downloadExclusions(ctx, params.format, acquire),
  )
}

export function exportRoutes(app: App<CatalogServices>): void {
  route(app, exportsApi.getExportRights, ({ ctx }) => getExportRights(ctx))
  route(app, exportsApi.createExport, ({ ctx, body }) => createExport(ctx, body))
  streamRoute(app, exportsApi.downloadExport, ({ ctx, params, ...admission }) =>
    downloadExport(ctx, params.ticket, admission),
  )
}

export function changeRoutes(app: App<CatalogServices & AccountServices>): void {
  const limit = createDetailsLimit(app.ctx.db, limits.changes)
  route(app, changesApi.listChanges, async ({ ctx, query }) => {
    await limit(ctx, requirePaid(ctx).userId)
    return listChanges(ctx, query)
  })
  route(app, followsApi.listFollows, ({ ctx }) => listFollows(ctx))
  route(app, followsApi.createFollow, ({ ctx, body }) => createFollow(ctx, body))
  route(app, followsApi.deleteFollow, ({ ctx, params }) => deleteFollow(ctx, params.id))
  route(app, changesApi.listFeeds, ({ ctx }) => listFeeds(ctx))
  route(app, changesApi.createFeed, ({ ctx, body }) => createFeed(ctx, body))
  route(app, changesApi.deleteFeed, ({ ctx, params }) => deleteFeed(ctx, params.id))
}

export function briefRoutes(app: App<CatalogServices>): void {
  route(app, briefApi.getBrief, ({ ctx }) => getBrief(ctx))
  route(app, briefApi.testBrief, ({ ctx, body }) => testBrief(ctx, body), {
    limits: [limits.briefTest],
  })
  route(app, briefApi.getBriefSettings, ({ ctx }) => getBriefSettings(ctx))
  route(app, briefApi.putBriefSettings, ({ ctx, body }) => putBriefSettings(ctx, body))
}

export function webhookRoutes(app: App<CatalogServices & AccountServices>): void {
  route(app, webhooksApi.listWebhooks, ({ ctx }) => listWebhooks(ctx))
  route(app, webhooksApi.createWebhook, ({ ctx, body }) => createWebhook(ctx, body))
  route(app, webhooksApi.deleteWebhook, ({ ctx, params }) => deleteWebhook(ctx, params.id))
  route(app, webhooksApi.testWebhook, ({ ctx, params }) => testWebhook(ctx, params.id), {
    limits: [limits.webhookTest],
  })
}

export function deliveryRoutes(app: App): void {
  route(app, deliveriesApi.listDeliveries, ({ ctx, query }) => listDeliveries(ctx, query))
}
