package dev.oddity.samples.episodes

import android.content.Context
import androidx.work.CoroutineWorker
import androidx.work.Data
import androidx.work.ExistingWorkPolicy
import androidx.work.OneTimeWorkRequest
import androidx.work.WorkManager
import androidx.work.WorkerParameters
import kotlinx.coroutines.delay

/** Fetches an episode: here nothing but time passes. */
class DownloadWorker(context: Context, work: WorkerParameters) : CoroutineWorker(context, work) {
    override suspend fun doWork(): Result {
        delay(DURATION_MS)
        applicationContext.app.episodes.setDownload(inputData.getLong(ID, 0), Download.RUNNING, Download.DONE)
        return Result.success()
    }

    companion object {
        private const val ID = "id"
        private const val DURATION_MS = 20_000L

        fun start(work: WorkManager, id: Long) {
            val request = OneTimeWorkRequest.Builder(DownloadWorker::class.java)
                .setInputData(Data.Builder().putLong(ID, id).build())
                .build()
            work.enqueueUniqueWork(name(id), ExistingWorkPolicy.KEEP, request)
        }

        fun stop(work: WorkManager, id: Long) {
            work.cancelUniqueWork(name(id))
        }

        private fun name(id: Long) = "download $id"
    }
}
