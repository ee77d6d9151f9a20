// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QtConcurrent>

#include <functional>
#include <list>
#include <memory>
#include <stop_token>

namespace ulpscope::ui {

/// A pure computation of which only the newest start counts: a new start stops the one before, and what that one still
/// delivers is dropped. Results arrive in the thread of this object (the GUI's). Going away stops and waits, so a job
/// may use what outlives this object.
template <typename T>
class LatestJob {
public:
    explicit LatestJob(QThreadPool &pool, int priority = 0) : m_pool(pool), m_priority(priority) {}
    LatestJob(const LatestJob &) = delete;
    LatestJob &operator=(const LatestJob &) = delete;
    ~LatestJob()
    {
        cancel();
        for (const auto &run : m_runs)
            run->watcher.waitForFinished();
    }

    void start(std::function<T(std::stop_token)> compute, std::function<void(T)> deliver)
    {
        cancel();
        auto &run = m_runs.emplace_back(std::make_unique<Run>());
        Run *const self = run.get();
        m_current = self;
        QObject::connect(
            &self->watcher, &QFutureWatcherBase::finished, &m_context,
            [this, self, deliver = std::move(deliver)] {
                const bool newest = m_current == self;
                T result = self->future.takeResult();
                if (newest)
                    m_current = nullptr;
                m_runs.remove_if([self](const auto &other) { return other.get() == self; });
                if (newest)
                    deliver(std::move(result));
            },
            Qt::QueuedConnection);
        self->future =
            QtConcurrent::task([compute = std::move(compute), stop = self->stop.get_token()] { return compute(stop); })
                .onThreadPool(m_pool)
                .withPriority(m_priority)
                .spawn();
        self->watcher.setFuture(self->future);
    }

    /// Its result will not be delivered.
    void cancel()
    {
        if (m_current)
            m_current->stop.request_stop();
        m_current = nullptr;
    }

    bool isRunning() const { return m_current != nullptr; }

private:
    struct Run {
        std::stop_source stop;
        QFuture<T> future;
        QFutureWatcher<T> watcher;
    };

    QThreadPool &m_pool;
    int m_priority;
    QObject m_context; ///< receiver of the finished signals: none arrives once this object is gone
    std::list<std::unique_ptr<Run>> m_runs;
    Run *m_current = nullptr;
};

} // namespace ulpscope::ui
