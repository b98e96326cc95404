package dev.oddity.samples.habits

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.activity.enableEdgeToEdge
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.padding
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.List
import androidx.compose.material.icons.filled.Check
import androidx.compose.material.icons.filled.Settings
import androidx.compose.material3.Icon
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.NavigationBar
import androidx.compose.material3.NavigationBarItem
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.darkColorScheme
import androidx.compose.material3.lightColorScheme
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.ui.ExperimentalComposeUiApi
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.vector.ImageVector
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.semantics.testTagsAsResourceId
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.navigation.NavController
import androidx.navigation.NavGraph.Companion.findStartDestination
import androidx.navigation.NavType
import androidx.navigation.compose.NavHost
import androidx.navigation.compose.composable
import androidx.navigation.compose.currentBackStackEntryAsState
import androidx.navigation.compose.rememberNavController
import androidx.navigation.navArgument

/** All screens, one below the other: three tabs, one habit, and editing it. */
class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        enableEdgeToEdge()
        setContent {
            val settings by (application as HabitsApp).settings.now.collectAsStateWithLifecycle(Settings())
            MaterialTheme(if (settings.dark) darkColorScheme() else lightColorScheme()) { Screens() }
        }
    }
}

private enum class Tab(val route: String, val label: String, val icon: ImageVector) {
    TODAY("today", "Today", Icons.Default.Check),
    HABITS("habits", "Habits", Icons.AutoMirrored.Default.List),
    SETTINGS("settings", "Settings", Icons.Default.Settings),
}

@OptIn(ExperimentalComposeUiApi::class)
@Composable
private fun Screens() {
    val screens = rememberNavController()
    Scaffold(
        Modifier.semantics { testTagsAsResourceId = true },
        bottomBar = { Tabs(screens) },
    ) { room ->
        Box(Modifier.padding(bottom = room.calculateBottomPadding())) {
            NavHost(screens, startDestination = Tab.TODAY.route) {
                composable(Tab.TODAY.route) { TodayScreen(open = { screens.navigate("habit/$it") }) }
                composable(Tab.HABITS.route) {
                    ListScreen(open = { screens.navigate("habit/$it") }, add = { screens.navigate("edit/0") })
                }
                composable(Tab.SETTINGS.route) { SettingsScreen() }
                composable("habit/{id}", listOf(navArgument("id") { type = NavType.LongType })) {
                    HabitScreen(edit = { screens.navigate("edit/$it") }, back = screens::popBackStack)
                }
                composable("edit/{id}", listOf(navArgument("id") { type = NavType.LongType })) {
                    EditScreen(back = screens::popBackStack)
                }
            }
        }
    }
}

@Composable
private fun Tabs(screens: NavController) {
    val current by screens.currentBackStackEntryAsState()
    NavigationBar {
        Tab.entries.forEach { tab ->
            NavigationBarItem(
                selected = current?.destination?.route == tab.route,
                onClick = {
                    screens.navigate(tab.route) {
                        popUpTo(screens.graph.findStartDestination().id) { saveState = true }
                        launchSingleTop = true
                        restoreState = true
                    }
                },
                icon = { Icon(tab.icon, null) },
                label = { Text(tab.label) },
                modifier = Modifier.testTag("tab_${tab.route}"),
            )
        }
    }
}
